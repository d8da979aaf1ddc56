// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pinger [N] - sends N (1) echo requests to 127.0.0.1 from a raw socket, through functions that are called as those of
 * ping (iputils), and waits for each reply. Prints how many came.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <error.h>
#include <netinet/ip.h>
#include <netinet/ip_icmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

static volatile int sent; /* after each call, so that no call is a jump, which would leave no frame */

static uint16_t checksum(const uint16_t *words, size_t n)
{
	uint32_t sum = 0;

	while (n--)
		sum += *words++;
	return (uint16_t) ~((sum & 0xffff) + (sum >> 16));
}

__attribute__((noinline)) static void send_probe(int fd, int n)
{
	const struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	union {
		struct icmphdr header;
		uint16_t words[sizeof(struct icmphdr) / 2];
	} packet = {.header = {.type = ICMP_ECHO, .un.echo = {.id = 1, .sequence = (uint16_t)n}}};

	packet.header.checksum = checksum(packet.words, sizeof(packet.words) / sizeof(*packet.words));
	if (sendto(fd, &packet, sizeof(packet), 0, (const struct sockaddr *)&to, sizeof(to)) < 0)
		error(1, errno, "sendto");
	sent++;
}

__attribute__((noinline)) static void pinger(int fd, int n)
{
	send_probe(fd, n);
	sent++;
}

static int is_reply(int fd)
{
	char packet[128];
	ssize_t n = recv(fd, packet, sizeof(packet), 0);
	const struct icmphdr *header = (const void *)(packet + sizeof(struct iphdr));

	return n >= (ssize_t)(sizeof(struct iphdr) + sizeof(*header)) && header->type == ICMP_ECHOREPLY;
}

/* A raw socket on the loopback device receives the requests too. */
__attribute__((noinline)) static int main_loop(int fd, int n)
{
	int replies = 0;

	for (int i = 0; i < n; i++) {
		pinger(fd, i);
		while (!is_reply(fd))
			;
		replies++;
	}
	return replies;
}

int main(int argc, char **argv)
{
	int fd = socket(AF_INET, SOCK_RAW, IPPROTO_ICMP);

	if (fd < 0)
		error(1, errno, "socket");
	printf("%d\n", main_loop(fd, argc > 1 ? atoi(argv[1]) : 1));
	return 0;
}

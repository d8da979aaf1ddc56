/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * units.h - writes values with three digits and a unit, for people. Functions with `to` return the length of the
 * text. Pure, except for two settings and the wall clock.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "us" instead of "µs": terminals without UTF-8, --ascii */
void units_ascii(bool on);
/* "≤" and "…", or what stands for them in ASCII */
const char *units_at_most(void);
const char *units_cut(void);

int units_ns(char *to, size_t size, double ns);	   /* 412µs, 3.10ms, 1m03s */
int units_number(char *to, size_t size, double n); /* also of bytes: in full up to 999999, 1.50Mi (powers of 1024) */
/* Whole number with separated thousands: 1,234,567 */
int units_grouped(char *to, size_t size, uint64_t n);

/* A whole number in at most UNITS_WHOLE bytes. Does not use printf(): most columns of most rows are numbers. */
#define UNITS_WHOLE 24
int units_whole(char *to, size_t size, uint64_t value, bool negative);

/* Nanoseconds since 1970 of a time of CLOCK_MONOTONIC. In a replay the time stays as it is, unless the recording tells
 * both clocks' times of one moment: "MONOTONIC REALTIME" (dat/meta.h). */
void units_replayed(bool on);
void units_replay_clock(const char *times);
uint64_t units_wall(uint64_t monotonic_ns);
int units_clock(char *to, size_t size, uint64_t monotonic_ns); /* HH:MM:SS, local */
/* The same time as seconds since boot, whole microseconds: 12.345678 */
int units_uptime(char *to, size_t size, uint64_t monotonic_ns);

/* Columns that the text takes: its characters, not its bytes */
int units_width(const char *text);

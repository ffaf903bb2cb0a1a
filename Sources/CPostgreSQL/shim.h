#ifndef IGATA_CPOSTGRESQL_SHIM_H
#define IGATA_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

#ifdef __linux__
#include <stdint.h>
#include <sys/epoll.h>

// What the system's headers hide from Swift, or give it in a form that is hard to use there.

static inline int igata_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// Has the socket watched under a number; nothing is told of it before it is armed.
static inline int igata_epoll_add(int set, int socket, uint64_t number) {
  struct epoll_event event = {.events = EPOLLONESHOT, .data = {.u64 = number}};
  return epoll_ctl(set, EPOLL_CTL_ADD, socket, &event);
}

/// Tells once when the socket can be read from or, where that is asked for, written to.
static inline int igata_epoll_arm(int set, int socket, uint64_t number, int or_to_write) {
  struct epoll_event event = {
      .events = EPOLLONESHOT | EPOLLIN | EPOLLRDHUP | (or_to_write ? EPOLLOUT : 0), .data = {.u64 = number}};
  return epoll_ctl(set, EPOLL_CTL_MOD, socket, &event);
}

static inline int igata_epoll_remove(int set, int socket) { return epoll_ctl(set, EPOLL_CTL_DEL, socket, NULL); }

/// Waits, and gives the numbers of the sockets, 64 at most, of which there is something to tell.
static inline int igata_epoll_wait(int set, uint64_t *numbers) {
  struct epoll_event events[64];
  int count = epoll_wait(set, events, 64, -1);
  for (int index = 0; index < count; index++) numbers[index] = events[index].data.u64;
  return count;
}
#endif

#endif

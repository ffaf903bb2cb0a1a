// The shape of what the package uses of Apple's C library: types, signatures, and where a function does not exist.
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define NOT_ON_TV_AND_WATCH __attribute__((availability(tvos, unavailable), availability(watchos, unavailable)))

typedef intptr_t ssize_t;
typedef int64_t off_t;
typedef uint16_t mode_t;
typedef uint64_t ino_t;
typedef int32_t dev_t;
typedef uint16_t nlink_t;
typedef uint32_t uid_t, gid_t, id_t;
typedef int32_t pid_t;
typedef uint32_t useconds_t;
typedef long time_t;
typedef uint64_t rlim_t;
typedef unsigned int nfds_t;
typedef struct __sFILE FILE;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

// Errors.
extern int *__error(void);
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EACCES 13
#define EEXIST 17
#define ENODEV 19
#define ENXIO 6
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ENAMETOOLONG 63
#define ELOOP 62
#define ENOTEMPTY 66
#define EDQUOT 69
#define EILSEQ 92
char *strerror(int errnum);

// Memory and strings.
void *malloc(size_t size);
void *realloc(void *pointer, size_t size);
void free(void *pointer);
int memcmp(const void *left, const void *right, size_t count);
void *memchr(const void *start, int byte, size_t count);
void *memcpy(void *target, const void *source, size_t count);
size_t strlen(const char *text);
char *strdup(const char *text);

// Files.
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_EVTONLY 0x00008000
#define O_NOCTTY 0x00020000
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define AT_SYMLINK_NOFOLLOW 0x0020
#define AT_REMOVEDIR 0x0080
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define F_BARRIERFSYNC 85
#define F_WRLCK 3
#define FD_CLOEXEC 1
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
#define SEEK_SET 0
#define SEEK_END 2
#define F_OK 0
#define R_OK 4
#define W_OK 2
#define S_IFMT 0170000
#define S_IFREG 0100000
struct flock {
  off_t l_start, l_len;
  pid_t l_pid;
  short l_type, l_whence;
};
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
  int64_t st_blocks;
  int32_t st_blksize;
  uint32_t st_flags, st_gen;
};
int open(const char *path, int flags, ...);
int fcntl(int file, int command, ...);
int close(int file);
ssize_t read(int file, void *bytes, size_t count);
ssize_t write(int file, const void *bytes, size_t count);
off_t lseek(int file, off_t offset, int whence);
int ftruncate(int file, off_t length);
int fsync(int file);
int flock(int file, int operation);
int stat(const char *path, struct stat *status);
int lstat(const char *path, struct stat *status);
int fstat(int file, struct stat *status);
int dup(int file);
int dup2(int file, int other);
int access(const char *path, int mode);
int chmod(const char *path, mode_t mode);
int rename(const char *path, const char *other);
int openat(int folder, const char *path, int flags, ...);
int renameat(int folder, const char *path, int otherFolder, const char *other);
int unlinkat(int folder, const char *path, int flags);
int mkdirat(int folder, const char *path, mode_t mode);
int faccessat(int folder, const char *path, int mode, int flags);
int fstatat(int folder, const char *path, struct stat *status, int flags);
int fchmod(int file, mode_t mode);
int link(const char *path, const char *other);
int unlink(const char *path);
int rmdir(const char *path);
int mkdir(const char *path, mode_t mode);
int isatty(int file);
char *getcwd(char *bytes, size_t size);
char *realpath(const char *path, char *resolved);
ssize_t readlink(const char *path, char *bytes, size_t size);

#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10
typedef struct { int __dd_fd; } DIR;
struct dirent {
  uint64_t d_ino, d_seekoff;
  uint16_t d_reclen, d_namlen;
  uint8_t d_type;
  char d_name[1024];
};
DIR *opendir(const char *path);
DIR *fdopendir(int folder);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);

// Waiting.
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define PIPE_BUF 512
struct pollfd {
  int fd;
  short events, revents;
};
int poll(struct pollfd *sockets, nfds_t count, int milliseconds);
int usleep(useconds_t microseconds);
int nanosleep(const struct timespec *time, struct timespec *rest);
#define EVFILT_VNODE (-4)
#define EVFILT_SIGNAL (-6)
#define EV_ADD 0x0001
#define EV_CLEAR 0x0020
#define NOTE_DELETE 0x00000001
#define NOTE_WRITE 0x00000002
#define NOTE_EXTEND 0x00000004
#define NOTE_ATTRIB 0x00000008
#define NOTE_LINK 0x00000010
#define NOTE_RENAME 0x00000020
#define NOTE_REVOKE 0x00000040
struct kevent {
  uintptr_t ident;
  int16_t filter;
  uint16_t flags;
  uint32_t fflags;
  intptr_t data;
  void *udata;
};
int kqueue(void);
int kevent(
    int queue, const struct kevent *changes, int change_count, struct kevent *events, int event_count,
    const struct timespec *limit);

// Processes and signals.
#define SIGHUP 1
#define SIGINT 2
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGTERM 15
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
#define SA_ONSTACK 0x0001
typedef uint32_t sigset_t;
typedef void (*sig_t)(int);
struct __siginfo;
union __sigaction_u {
  void (*__sa_handler)(int);
  void (*__sa_sigaction)(int, struct __siginfo *, void *);
};
struct sigaction {
  union __sigaction_u __sigaction_u;
  sigset_t sa_mask;
  int sa_flags;
};
typedef struct __darwin_sigaltstack {
  void *ss_sp;
  size_t ss_size;
  int ss_flags;
} stack_t;
sig_t signal(int number, sig_t handler);
int sigaction(int number, const struct sigaction *action, struct sigaction *before);
int sigaltstack(const stack_t *stack, stack_t *before) NOT_ON_TV_AND_WATCH;
int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);
int sigpending(sigset_t *set);
int sigprocmask(int how, const sigset_t *set, sigset_t *before);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *before);
int kill(pid_t process, int number);
int raise(int number);
pid_t getpid(void);
int execv(const char *path, char *const *arguments) NOT_ON_TV_AND_WATCH;
char *getenv(const char *name);
#define LC_MESSAGES_MASK (1 << 2)
typedef struct _xlocale *locale_t;
locale_t newlocale(int mask, const char *name, locale_t base);
locale_t uselocale(locale_t locale);
int freelocale(locale_t locale);
void exit(int status) __attribute__((noreturn));
void _exit(int status) __attribute__((noreturn));
#define _SC_NPROCESSORS_ONLN 58
long sysconf(int name);
#define RLIMIT_NOFILE 8
struct rlimit {
  rlim_t rlim_cur, rlim_max;
};
int getrlimit(int resource, struct rlimit *limits);
int setrlimit(int resource, const struct rlimit *limits);

// Threads.
typedef struct _opaque_pthread_t *pthread_t;
struct _opaque_pthread_t {
  long __sig;
  void *__cleanup_stack;
  char __opaque[8176];
};
typedef struct {
  long __sig;
  char __opaque[56];
} pthread_attr_t;
typedef unsigned long pthread_key_t;
#pragma clang assume_nonnull begin
int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size);
int pthread_create(
    pthread_t _Nullable *_Nonnull thread, const pthread_attr_t *_Nullable attributes,
    void *_Nullable (*_Nonnull start)(void *_Nonnull), void *_Nullable argument);
int pthread_join(pthread_t thread, void *_Nullable *_Nullable result)
    __attribute__((swift_attr("@_unavailableFromAsync(message: \"Use an asynchronous wait instead\")")));
int pthread_key_create(pthread_key_t *key, void (*_Nullable destroy)(void *));
void *_Nullable pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *_Nullable value);
#pragma clang assume_nonnull end

// Sockets.
#define AF_UNIX 1
#define AF_INET 2
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 0x0004
#define SO_SNDBUF 0x1001
#define SO_NOSIGPIPE 0x1022
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define INADDR_LOOPBACK 0x7f000001
typedef uint32_t socklen_t;
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
struct sockaddr {
  uint8_t sa_len;
  sa_family_t sa_family;
  char sa_data[14];
};
struct in_addr {
  uint32_t s_addr;
};
struct sockaddr_in {
  uint8_t sin_len;
  sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
  char sin_zero[8];
};
int socket(int family, int kind, int protocol);
int bind(int socket, const struct sockaddr *address, socklen_t size);
int listen(int socket, int backlog);
int accept(int socket, struct sockaddr *address, socklen_t *size);
int connect(int socket, const struct sockaddr *address, socklen_t size);
int getsockname(int socket, struct sockaddr *address, socklen_t *size);
int setsockopt(int socket, int level, int option, const void *value, socklen_t size);
ssize_t send(int socket, const void *bytes, size_t count, int flags);
ssize_t recv(int socket, void *bytes, size_t count, int flags);
int shutdown(int socket, int how);
int pipe(int files[2]);

// Terminals.
#define TIOCGWINSZ 0x40087468
struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};
int ioctl(int file, unsigned long request, ...);

// Numbers.
double pow(double base, double exponent);
double floor(double number);
double ceil(double number);
double round(double number);
double log10(double number);
double sqrt(double number);

/*
 * Loaded into postgres with LD_PRELOAD. While the file BAD_DISK exists, writes to files whose path contains its text
 * never reach the disk, and a sync of them fails, as on a failing disk: the kernel drops such pages and reports once.
 * With BAD_DISK_LIES set the sync reports success, for the control.
 *
 * A file that grows does grow: the kernel, too, knows its length at once.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int is_bad(int fd) {
  const char *flag = getenv("BAD_DISK");
  int asked = flag == NULL ? -1 : open(flag, O_RDONLY | O_CLOEXEC);
  if (asked < 0) return 0;
  char which[64], link[64], path[4096];
  ssize_t size = read(asked, which, sizeof which - 1);
  close(asked);
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (size <= 0 || length < 0) return 0;
  which[size] = '\0';
  path[length] = '\0';
  return strstr(path, which) != NULL;
}

static int is_lost(int fd, size_t size, off64_t at) {
  struct stat64 file;
  return is_bad(fd) && fstat64(fd, &file) == 0 && at + (off64_t)size <= file.st_size;
}

static int sync_or_fail(const char *name, int fd) {
  if (!is_bad(fd)) return ((int (*)(int))dlsym(RTLD_NEXT, name))(fd);
  if (getenv("BAD_DISK_LIES") != NULL) return 0;
  errno = EIO;
  return -1;
}

int fsync(int fd) { return sync_or_fail("fsync", fd); }
int fdatasync(int fd) { return sync_or_fail("fdatasync", fd); }

typedef ssize_t (*Write)(int, const void *, size_t, off64_t);
typedef ssize_t (*Writes)(int, const struct iovec *, int, off64_t);

static ssize_t write_or_drop(const char *name, int fd, const void *bytes, size_t size, off64_t at) {
  return is_lost(fd, size, at) ? (ssize_t)size : ((Write)dlsym(RTLD_NEXT, name))(fd, bytes, size, at);
}

static ssize_t writes_or_drop(const char *name, int fd, const struct iovec *parts, int count, off64_t at) {
  size_t size = 0;
  for (int i = 0; i < count; i++) size += parts[i].iov_len;
  return is_lost(fd, size, at) ? (ssize_t)size : ((Writes)dlsym(RTLD_NEXT, name))(fd, parts, count, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return write_or_drop("pwrite", fd, bytes, size, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) { return write_or_drop("pwrite64", fd, bytes, size, at); }
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) { return writes_or_drop("pwritev", fd, parts, count, at); }
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) { return writes_or_drop("pwritev64", fd, parts, count, at); }

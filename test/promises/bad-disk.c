/*
 * Loaded into postgres with LD_PRELOAD. While the file BAD_DISK is there, what is written to the WAL never reaches the disk,
 * and a sync of it fails, as on a disk that is failing: the kernel drops such pages, and tells of it once. With BAD_DISK_LIES
 * set it says that all is well, for the control.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_bad(int fd) {
  const char *flag = getenv("BAD_DISK");
  if (flag == NULL || access(flag, F_OK) != 0) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return strstr(path, "/pg_wal/") != NULL;
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

static ssize_t write_or_drop(const char *name, int fd, const void *bytes, size_t size, off64_t at) {
  return is_bad(fd) ? (ssize_t)size : ((Write)dlsym(RTLD_NEXT, name))(fd, bytes, size, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return write_or_drop("pwrite", fd, bytes, size, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) { return write_or_drop("pwrite64", fd, bytes, size, at); }

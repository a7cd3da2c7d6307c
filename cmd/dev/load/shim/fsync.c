// Makes each fsync and fdatasync of a program slower, by so many microseconds as SYNC_DELAY says: to be
// preloaded, for a disk that is not as quick as this one.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int slowly(const char *name, int fd) {
	int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
	const char *text = getenv("SYNC_DELAY");
	long delay = text ? atol(text) : 0;
	struct timespec pause = {delay / 1000000, delay % 1000000 * 1000};
	nanosleep(&pause, NULL);
	return real(fd);
}

int fsync(int fd) { return slowly("fsync", fd); }
int fdatasync(int fd) { return slowly("fdatasync", fd); }

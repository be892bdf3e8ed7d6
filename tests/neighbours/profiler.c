/* What a sampling profiler does to a program: a signal to each thread every millisecond, sleeping ones too. */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long samples;

static void sampled(int number) {
    (void)number;
    atomic_fetch_add(&samples, 1);
}

static void *profile(void *unused) {
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGPROF);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    for (;;) {
        usleep(1000);
        DIR *tasks = opendir("/proc/self/task");
        for (struct dirent *task; tasks != NULL && (task = readdir(tasks)) != NULL;) {
            int id = atoi(task->d_name);
            if (id > 0 && id != (int)syscall(SYS_gettid)) syscall(SYS_tgkill, getpid(), id, SIGPROF);
        }
        if (tasks != NULL) closedir(tasks);
    }
    return unused;
}

static void tell(void) {
    fprintf(stderr, "profiler: %s\n", atomic_load(&samples) > 20 ? "sampled" : "hardly a sample");
}

/* Loaded by -agentpath. */
int Agent_OnLoad(void *vm, char *options, void *reserved) {
    (void)vm, (void)options, (void)reserved;
    /* Without SA_RESTART: the calls that are cut short are the hard case. */
    struct sigaction action = {.sa_handler = sampled};
    pthread_t thread;
    atexit(tell);
    return sigaction(SIGPROF, &action, NULL) != 0 || pthread_create(&thread, NULL, profile, NULL) != 0;
}

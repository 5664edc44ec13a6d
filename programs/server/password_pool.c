/* password_pool.c -- two threads and two queues, the one for known devices first. */
#include "password_pool.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 2, WAIT_MOST = 64, WAIT_STRANGERS = 48 };

typedef struct queue {
    errand *first, *last;
    unsigned count;
} queue;

struct password_pool {
    uv_async_t woken;
    pthread_t thread[THREADS];
    unsigned threads;
    pthread_mutex_t lock;
    pthread_cond_t added;
    queue known, strangers, worked; /* under the lock, as is the next */
    bool closing;
    void (*done)(void *context, errand *worked);
    void *context;
};

static void put(queue *to, errand *one) {
    one->link = NULL;
    if (to->last)
        to->last->link = one;
    else
        to->first = one;
    to->last = one;
    to->count++;
}

static errand *take(queue *from) {
    errand *one = from->first;
    if (!one) return NULL;
    from->first = one->link;
    if (!from->first) from->last = NULL;
    from->count--;
    one->link = NULL;
    return one;
}

static void *run(void *context) {
    password_pool *pool = context;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        errand *one = NULL;
        while (!pool->closing && !(one = take(&pool->known)) && !(one = take(&pool->strangers)))
            pthread_cond_wait(&pool->added, &pool->lock);
        if (!one) break;
        pthread_mutex_unlock(&pool->lock);
        errand_in_pool(one);
        pthread_mutex_lock(&pool->lock);
        put(&pool->worked, one);
        uv_async_send(&pool->woken);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void woken(uv_async_t *async) {
    password_pool *pool = async->data;
    for (;;) {
        pthread_mutex_lock(&pool->lock);
        errand *one = take(&pool->worked);
        pthread_mutex_unlock(&pool->lock);
        if (!one) return;
        pool->done(pool->context, one);
    }
}

password_pool *password_pool_open(uv_loop_t *loop, void (*done)(void *context, errand *worked),
                                  void *context) {
    password_pool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->added, NULL);
    pool->done = done;
    pool->context = context;
    uv_async_init(loop, &pool->woken, woken);
    pool->woken.data = pool;
    while (pool->threads < THREADS &&
           pthread_create(&pool->thread[pool->threads], NULL, run, pool) == 0)
        pool->threads++;
    if (pool->threads) return pool;
    password_pool_close(pool);
    return NULL;
}

bool password_pool_add(password_pool *pool, errand *asked, bool known) {
    pthread_mutex_lock(&pool->lock);
    unsigned waiting = pool->known.count + pool->strangers.count;
    bool room = known ? waiting < WAIT_MOST : pool->strangers.count < WAIT_STRANGERS;
    if (room) put(known ? &pool->known : &pool->strangers, asked);
    pthread_mutex_unlock(&pool->lock);
    if (room) pthread_cond_signal(&pool->added);
    return room;
}

static void closed(uv_handle_t *handle) {
    password_pool *pool = handle->data;
    queue *const all[] = {&pool->known, &pool->strangers, &pool->worked};
    for (unsigned i = 0; i < 3; i++) {
        for (errand *one; (one = take(all[i]));) errand_close(one);
    }
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->added);
    free(pool);
}

void password_pool_close(password_pool *pool) {
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_broadcast(&pool->added);
    for (unsigned i = 0; i < pool->threads; i++) pthread_join(pool->thread[i], NULL);
    pool->threads = 0;
    uv_close((uv_handle_t *)&pool->woken, closed);
}

/* pages.c -- the front end's files, in memory. */
#include "pages.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <trey/proof.h>

enum { PATH_ROOM = 4096, DEPTH_MAX = 8 };

struct pages {
    page *item; /* in the order of their paths */
    size_t count, room, bytes;
};

static const char *type_of(const char *path) {
    static const struct {
        const char *end, *type;
    } known[] = {{".html", "text/html; charset=utf-8"},
                 {".js", "text/javascript; charset=utf-8"},
                 {".mjs", "text/javascript; charset=utf-8"},
                 {".css", "text/css; charset=utf-8"},
                 {".json", "application/json"},
                 {".map", "application/json"},
                 {".webmanifest", "application/manifest+json"},
                 {".svg", "image/svg+xml"},
                 {".png", "image/png"},
                 {".jpg", "image/jpeg"},
                 {".webp", "image/webp"},
                 {".ico", "image/x-icon"},
                 {".woff2", "font/woff2"},
                 {".woff", "font/woff"},
                 {".wasm", "application/wasm"},
                 {".mp3", "audio/mpeg"},
                 {".ogg", "audio/ogg"},
                 {".txt", "text/plain; charset=utf-8"}};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t end = strlen(known[i].end);
        if (length > end && strcmp(path + length - end, known[i].end) == 0) return known[i].type;
    }
    return "application/octet-stream";
}

/* A part of its name between two points or behind a hyphen that looks like a hash:
 * app-4F2A91BC.js, app.4f2a91bc.js. */
static bool has_hash(const char *path) {
    const char *name = strrchr(path, '/');
    const char *dot = strrchr(name, '.');
    if (!dot) return false;
    const char *from = dot;
    while (from > name && from[-1] != '-' && from[-1] != '.' && from[-1] != '/') from--;
    if (from[-1] == '/' || dot - from < 8) return false;
    bool digit = false;
    for (const char *at = from; at < dot; at++) {
        if (*at >= '0' && *at <= '9') {
            digit = true;
        } else if (!((*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'f'))) {
            return false;
        }
    }
    return digit;
}

const char *const page_encoding_names[PAGE_ENCODINGS] = {"br", "gzip"};

/* The encoding that the end of a name stands for; PAGE_ENCODINGS for any other name. */
static unsigned encoding_of(const char *name) {
    static const char *const ends[PAGE_ENCODINGS] = {".br", ".gz"};
    size_t length = strlen(name);
    for (unsigned i = 0; i < PAGE_ENCODINGS && length > 3; i++) {
        if (strcmp(name + length - 3, ends[i]) == 0) return i;
    }
    return PAGE_ENCODINGS;
}

static unsigned char *read_file(const char *path, size_t size) {
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = malloc(size + 1);
    if (!file || !bytes || fread(bytes, 1, size, file) != size) {
        free(bytes);
        bytes = NULL;
    }
    if (file) fclose(file);
    return bytes;
}

static bool add_page(pages *all, const char *file, const char *path, size_t size) {
    if (all->bytes + size > PAGES_BYTES_MAX) return errno = EFBIG, false;
    if (all->count == all->room) {
        size_t room = all->room ? all->room * 2 : 64;
        page *grown = realloc(all->item, room * sizeof *grown);
        if (!grown) return false;
        all->item = grown;
        all->room = room;
    }
    page *added = &all->item[all->count];
    char text[TREY_HASH_TEXT_MAX];
    memset(added, 0, sizeof *added);
    added->bytes = read_file(file, size);
    added->path = strdup(path);
    if (!added->bytes || !added->path) {
        free(added->bytes);
        free(added->path);
        return false;
    }
    added->size = size;
    added->type = type_of(path);
    added->lasting = has_hash(path);
    trey_hash hash = trey_hash_of(added->bytes, size);
    snprintf(added->tag, sizeof added->tag, "\"%.16s\"", trey_hash_print(&hash, text));
    all->bytes += size;
    all->count++;
    return true;
}

static bool read_folder(pages *all, const char *folder, const char *path, unsigned depth) {
    DIR *open = opendir(folder);
    bool good = open != NULL;
    const struct dirent *entry;
    while (good && (entry = readdir(open))) {
        char file[PATH_ROOM], under[PATH_ROOM];
        struct stat about;
        if (entry->d_name[0] == '.') continue;
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        snprintf(under, sizeof under, "%s/%s", path, entry->d_name);
        if (stat(file, &about) != 0) {
            good = false;
        } else if (S_ISDIR(about.st_mode)) {
            good = depth < DEPTH_MAX && read_folder(all, file, under, depth + 1);
        } else if (S_ISREG(about.st_mode)) {
            good = add_page(all, file, under, (size_t)about.st_size);
        }
    }
    if (open) closedir(open);
    return good;
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const page *)a)->path, ((const page *)b)->path);
}

static page *find(const pages *all, const char *path) {
    const page wanted = {.path = (char *)path};
    return all->count ? bsearch(&wanted, all->item, all->count, sizeof(page), by_path) : NULL;
}

/* NAME.br and NAME.gz lend their bytes to NAME, where they are fewer. */
static void pair_packed(pages *all) {
    for (size_t i = 0; i < all->count; i++) {
        const page *packed = &all->item[i];
        char plain[PATH_ROOM];
        unsigned encoding = encoding_of(packed->path);
        if (encoding == PAGE_ENCODINGS) continue;
        snprintf(plain, sizeof plain, "%.*s", (int)strlen(packed->path) - 3, packed->path);
        page *of = find(all, plain);
        if (!of || packed->size >= of->size) continue;
        of->packed[encoding].bytes = packed->bytes;
        of->packed[encoding].size = packed->size;
    }
}

pages *pages_open(const char *folder, char *why, size_t room) {
    pages *all = calloc(1, sizeof *all);
    errno = 0;
    if (!all || !read_folder(all, folder, "", 0)) {
        snprintf(why, room, "%s: %s", folder, strerror(errno ? errno : ENOMEM));
        pages_close(all);
        return NULL;
    }
    if (all->count) qsort(all->item, all->count, sizeof *all->item, by_path);
    pair_packed(all);
    if (!find(all, "/index.html")) {
        snprintf(why, room, "%s: there is no index.html in it", folder);
        pages_close(all);
        return NULL;
    }
    return all;
}

void pages_close(pages *all) {
    for (size_t i = 0; all && i < all->count; i++) {
        free(all->item[i].path);
        free(all->item[i].bytes);
    }
    if (all) free(all->item);
    free(all);
}

size_t pages_count(const pages *all) {
    return all ? all->count : 0;
}

const page *pages_find(const pages *all, http_text path) {
    char text[HTTP_TARGET_MAX + 1];
    if (!all || !http_decode(path, text, sizeof text)) return NULL;
    const page *found = find(all, text);
    if (found) return found;
    const char *last = strrchr(text, '/');
    if (last && strchr(last, '.')) return NULL;
    return find(all, "/index.html");
}

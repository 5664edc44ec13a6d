/* replay_main.c -- runs a fuzz target over files, where libFuzzer is not. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static unsigned replayed;

static void replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    enum { FILE_MAX = 1 << 20 };
    uint8_t *bytes = malloc(FILE_MAX);
    if (!file || !bytes) {
        perror(path);
        exit(3);
    }
    size_t length = fread(bytes, 1, FILE_MAX, file);
    fclose(file);
    /* An allocation of the exact size, so that reading past it is noticed. */
    uint8_t *exact = realloc(bytes, length ? length : 1);
    LLVMFuzzerTestOneInput(exact ? exact : bytes, length);
    free(exact ? exact : bytes);
    replayed++;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        struct stat status;
        if (stat(argv[i], &status) != 0) {
            perror(argv[i]);
            return 3;
        }
        if (!S_ISDIR(status.st_mode)) {
            replay_file(argv[i]);
            continue;
        }
        DIR *folder = opendir(argv[i]);
        for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
            char path[1024];
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (entry->d_name[0] != '.') replay_file(path);
        }
        if (folder) closedir(folder);
    }
    printf("%u inputs\n", replayed);
    return replayed > 0 ? 0 : 1;
}

/* sqlite_rows.c -- the rows of a commit as tables that SQLite can read.
 *
 * Binding and stepping a prepared INSERT row by row costs as much as half of the
 * insertion itself. Read through a virtual table, a whole batch is one statement. Each
 * of the three tables walks over the records, transfers or answers of db->rows. */
#include <string.h>

#include "sqlite_parts.h"

typedef enum rows_kind { ROWS_RECORDS, ROWS_TRANSFERS, ROWS_ANSWERS, ROWS_KINDS } rows_kind;

typedef struct rows_module {
    sqlite_store *db;
    rows_kind kind;
} rows_module;

typedef struct rows_table {
    sqlite3_vtab base;
    const rows_module *module;
} rows_table;

typedef struct rows_cursor {
    sqlite3_vtab_cursor base;
    const store_rows *rows;
    rows_kind kind;
    size_t at;
    uint32_t nth; /* transfer of the record */
} rows_cursor;

static int rows_connect(sqlite3 *handle, void *module, int count, const char *const *words,
                        sqlite3_vtab **out, char **fault) {
    static const char *const columns[ROWS_KINDS] = {
        "CREATE TABLE x (seq, stream, place, time, type, body, chain)",
        "CREATE TABLE x (id, payer, payee, cents, seat, wager)",
        "CREATE TABLE x (number, command, stream, refusal, first, count, body)"};
    (void)count, (void)words, (void)fault;
    rows_table *table = sqlite3_malloc(sizeof *table);
    if (!table) return SQLITE_NOMEM;
    memset(table, 0, sizeof *table);
    table->module = module;
    *out = &table->base;
    return sqlite3_declare_vtab(handle, columns[table->module->kind]);
}

static int rows_disconnect(sqlite3_vtab *table) {
    sqlite3_free(table);
    return SQLITE_OK;
}

static int rows_best_index(sqlite3_vtab *table, sqlite3_index_info *plan) {
    (void)table;
    plan->estimatedCost = 1;
    return SQLITE_OK;
}

static int rows_open(sqlite3_vtab *table, sqlite3_vtab_cursor **out) {
    rows_cursor *cursor = sqlite3_malloc(sizeof *cursor);
    if (!cursor) return SQLITE_NOMEM;
    memset(cursor, 0, sizeof *cursor);
    cursor->kind = ((const rows_table *)table)->module->kind;
    *out = &cursor->base;
    return SQLITE_OK;
}

static int rows_close(sqlite3_vtab_cursor *cursor) {
    sqlite3_free(cursor);
    return SQLITE_OK;
}

/* Records without transfers are passed over. */
static void find_transfer(rows_cursor *cursor) {
    const store_rows *rows = cursor->rows;
    while (cursor->at < rows->records && cursor->nth == rows->record[cursor->at].transfers) {
        cursor->at++;
        cursor->nth = 0;
    }
}

static int rows_filter(sqlite3_vtab_cursor *base, int number, const char *name, int count,
                       sqlite3_value **values) {
    rows_cursor *cursor = (rows_cursor *)base;
    (void)number, (void)name, (void)count, (void)values;
    cursor->rows = ((const rows_table *)base->pVtab)->module->db->rows;
    cursor->at = cursor->nth = 0;
    if (cursor->kind == ROWS_TRANSFERS) find_transfer(cursor);
    return SQLITE_OK;
}

static int rows_next(sqlite3_vtab_cursor *base) {
    rows_cursor *cursor = (rows_cursor *)base;
    if (cursor->kind == ROWS_TRANSFERS) {
        cursor->nth++;
        find_transfer(cursor);
    } else {
        cursor->at++;
    }
    return SQLITE_OK;
}

static int rows_eof(sqlite3_vtab_cursor *base) {
    const rows_cursor *cursor = (const rows_cursor *)base;
    return cursor->at >=
           (cursor->kind == ROWS_ANSWERS ? cursor->rows->answers : cursor->rows->records);
}

static void give_number(sqlite3_context *to, uint64_t number) {
    sqlite3_result_int64(to, (sqlite3_int64)number);
}

static void give_bytes(sqlite3_context *to, const void *bytes, size_t size) {
    sqlite3_result_blob(to, bytes, (int)size, SQLITE_STATIC);
}

static void give_record(sqlite3_context *to, const trey_record *record, int column) {
    switch (column) {
    case 0:
        give_number(to, record->seq);
        break;
    case 1:
        give_number(to, record->stream);
        break;
    case 2:
        give_number(to, record->place);
        break;
    case 3:
        sqlite3_result_int64(to, record->time);
        break;
    case 4:
        give_number(to, record->type);
        break;
    case 5:
        give_bytes(to, record->body, record->size);
        break;
    default:
        give_bytes(to, record->chain.byte, TREY_HASH_BYTES);
        break;
    }
}

static void give_transfer(sqlite3_context *to, const trey_record *record, uint32_t nth,
                          int column) {
    const trey_transfer *transfer = &record->transfer[nth];
    switch (column) {
    case 0:
        sqlite3_result_int64(to, transfer_id(record->seq, nth));
        break;
    case 1:
        sqlite3_result_int64(to, transfer->payer);
        break;
    case 2:
        sqlite3_result_int64(to, transfer->payee);
        break;
    case 3:
        sqlite3_result_int64(to, transfer->cents);
        break;
    case 4:
        give_number(to, transfer->seat);
        break;
    default:
        give_number(to, transfer->wager);
        break;
    }
}

static void give_answer(sqlite3_context *to, const trey_answer *answer, int column) {
    switch (column) {
    case 0:
        give_number(to, answer->number);
        break;
    case 1:
        give_bytes(to, answer->command.byte, TREY_COMMAND_ID_BYTES);
        break;
    case 2:
        give_number(to, answer->stream);
        break;
    case 3:
        give_number(to, answer->refusal);
        break;
    case 4:
        give_number(to, answer->first);
        break;
    case 5:
        give_number(to, answer->count);
        break;
    default:
        give_bytes(to, answer->body, answer->size);
        break;
    }
}

static int rows_column(sqlite3_vtab_cursor *base, sqlite3_context *to, int column) {
    const rows_cursor *cursor = (const rows_cursor *)base;
    if (cursor->kind == ROWS_RECORDS)
        give_record(to, &cursor->rows->record[cursor->at], column);
    else if (cursor->kind == ROWS_TRANSFERS)
        give_transfer(to, &cursor->rows->record[cursor->at], cursor->nth, column);
    else
        give_answer(to, &cursor->rows->answer[cursor->at], column);
    return SQLITE_OK;
}

static int rows_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *out) {
    *out = (sqlite3_int64)((const rows_cursor *)base)->at;
    return SQLITE_OK;
}

static const sqlite3_module rows_methods = {.xConnect = rows_connect,
                                            .xBestIndex = rows_best_index,
                                            .xDisconnect = rows_disconnect,
                                            .xOpen = rows_open,
                                            .xClose = rows_close,
                                            .xFilter = rows_filter,
                                            .xNext = rows_next,
                                            .xEof = rows_eof,
                                            .xColumn = rows_column,
                                            .xRowid = rows_rowid};

int sqlite_rows_register(sqlite_store *db) {
    static const char *const names[ROWS_KINDS] = {"commit_records", "commit_transfers",
                                                  "commit_answers"};
    for (unsigned i = 0; i < ROWS_KINDS; i++) {
        rows_module *module = sqlite3_malloc(sizeof *module);
        if (!module) return SQLITE_NOMEM;
        *module = (rows_module){db, (rows_kind)i};
        /* SQLite frees it with the connection, also where this fails. */
        int code =
            sqlite3_create_module_v2(db->handle, names[i], &rows_methods, module, sqlite3_free);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}

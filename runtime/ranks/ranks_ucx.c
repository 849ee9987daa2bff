/* UCX as what carries messages between processes that have met by TCP (carrier.h): by RDMA where
 * there is InfiniBand, RoCE or Omni-Path. Each is a message of UCX's, with a tag that nobody makes
 * who does not know the secret. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* clock_gettime */
#endif
#include "carrier.h"

#include "clock.h"
#include "ucx_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_OF_FAREWELL = -4 }; /* beside those of ranks_tcp.c */

/* A message that is under way. */
struct message {
    struct message *next, **place; /* in the list of its line */
    struct line *line;
    void *request; /* UCX's; NULL: it has none, and waits for the end of its line */
    int64_t bytes, came, *left;
    ucs_status_t status;
    int sends;
};

/* What goes to a process and comes from it. */
struct line {
    struct ucx *ucx;
    struct sdyrt_link *link;
    ucp_address_t *address; /* its own memory */
    ucp_ep_h end;           /* NULL: nothing has been sent or asked for */
    struct message *messages;
    int64_t leaving, staying; /* farewells that it has not taken, and that are to come of it */
    const char *failure;      /* what UCX says; NULL: nothing */
};

/* What `tcp->carried` is. */
struct ucx {
    struct ucx_library ucp; /* its functions */
    ucp_context_h context;
    ucp_worker_h worker;
    ucp_address_t *address;
    struct line *lines; /* by process */
    int64_t count;
    int fails; /* a line does */
};

static struct ucx *ucx_of(const struct sdyrt_tcp *tcp) {
    return (struct ucx *)tcp->carried;
}

/* --- messages --------------------------------------------------------------------------------- */

static struct line *line_of(const struct sdyrt_tcp *tcp, int64_t process) {
    return &ucx_of(tcp)->lines[process];
}

static struct message *add_message(struct line *line, const struct sdyrt_letter *letter,
                                   int sends) {
    struct message *message = (struct message *)calloc(1, sizeof *message);
    if (message != NULL) {
        message->line = line;
        message->bytes = message->came = letter->bytes;
        message->left = letter->left;
        message->status = UCS_INPROGRESS;
        message->sends = sends;
        message->place = &line->messages;
        message->next = line->messages;
        if (message->next != NULL) {
            message->next->place = &message->next;
        }
        line->messages = message;
    }
    return message;
}

static void remove_message(struct message *message) {
    *message->place = message->next;
    if (message->next != NULL) {
        message->next->place = message->place;
    }
    free(message);
}

/* The next `move` loses the link: what calls this may be in the midst of a list. */
static void fail_line(struct line *line, ucs_status_t status) {
    line->failure = line->ucx->ucp.status_string(status);
    line->ucx->fails = 1;
}

/* UCX says of a message that is too long only that it is. */
static void lose_by_length(const struct message *message) {
    char why[SDYRT_REASON], came[32] = "more";
    if (message->status == UCS_OK) {
        snprintf(came, sizeof came, "%lld", (long long)message->came);
    }
    snprintf(why, sizeof why, "sends %s bytes where %lld are expected: its program is another",
             came, (long long)message->bytes);
    sdyrt_link_lose(message->line->link, why);
}

/* One that has failed stays, and its memory with it, until `drop`. */
static void end_message(struct message *message) {
    message->request = NULL;
    if (message->status == UCS_OK && message->came == message->bytes) {
        --*message->left;
        remove_message(message);
    } else if (message->status == UCS_OK || message->status == UCS_ERR_MESSAGE_TRUNCATED) {
        lose_by_length(message);
    } else {
        fail_line(message->line, message->status);
    }
}

/* UCX may call this before it has returned the request. */
static void sent(void *request, ucs_status_t status, void *data) {
    struct message *message = (struct message *)data;
    message->line->ucx->ucp.request_free(request);
    message->status = status;
    if (message->request != NULL) {
        end_message(message);
    }
}

static void received(void *request, ucs_status_t status, const ucp_tag_recv_info_t *info,
                     void *data) {
    if (status == UCS_OK) {
        ((struct message *)data)->came = (int64_t)info->length;
    }
    sent(request, status, data);
}

static void begin_message(struct message *message, void *request) {
    if (UCS_PTR_IS_ERR(request)) {
        message->status = UCS_PTR_STATUS(request);
    }
    if (message->status == UCS_INPROGRESS) {
        message->request = request;
    } else {
        end_message(message);
    }
}

/* Those of a label come in the order in which they are sent: UCX keeps it for each tag. */
static ucp_tag_t tag_of(const struct sdyrt_tcp *tcp, const struct sdyrt_label *label, int64_t from,
                        int64_t to) {
    const uint64_t said[] = {label->tag, (uint64_t)label->number, (uint64_t)from, (uint64_t)to};
    return sdyrt_tcp_proof(tcp->secret, said, sizeof said);
}

static ucp_request_param_t how_for(struct message *message) {
    ucp_request_param_t how;
    memset(&how, 0, sizeof how);
    how.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA |
                       UCP_OP_ATTR_FIELD_MEMORY_TYPE | UCP_OP_ATTR_FLAG_NO_IMM_CMPL;
    how.memory_type = UCS_MEMORY_TYPE_HOST;
    how.user_data = message;
    return how;
}

static void hear_of_failure(void *data, ucp_ep_h end, ucs_status_t status) {
    (void)end;
    fail_line((struct line *)data, status);
}

/* The own end of a line, made when it is first needed; 0: it cannot be had. */
static int connect_line(struct line *line) {
    ucp_ep_params_t how;
    memset(&how, 0, sizeof how);
    how.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE |
                     UCP_EP_PARAM_FIELD_ERR_HANDLER;
    how.address = line->address;
    how.err_mode = UCP_ERR_HANDLING_MODE_PEER;
    how.err_handler = (ucp_err_handler_t){hear_of_failure, line};
    if (line->end == NULL && line->link->state != SDYRT_LINK_LOST) {
        ucs_status_t status = line->ucx->ucp.ep_create(line->ucx->worker, &how, &line->end);
        if (status != UCS_OK) {
            line->end = NULL;
            fail_line(line, status);
        }
    }
    return line->end != NULL;
}

/* Begins to send it; one that is `heard` has been sent when it has been received. */
static int send_letter(struct sdyrt_tcp *tcp, const struct sdyrt_letter *letter, int is_heard) {
    struct line *line = line_of(tcp, letter->process);
    const struct ucx_library *ucp = &line->ucx->ucp;
    struct message *message = add_message(line, letter, 1);
    if (message != NULL && connect_line(line)) {
        ucp_tag_t tag = tag_of(tcp, &letter->label, tcp->own, letter->process);
        ucp_request_param_t how = how_for(message);
        how.cb.send = sent;
        begin_message(message, (is_heard ? ucp->tag_send_sync_nbx : ucp->tag_send_nbx)(
                                   line->end, letter->data, (size_t)letter->bytes, tag, &how));
    }
    return message != NULL;
}

static int send_message(struct sdyrt_tcp *tcp, const struct sdyrt_letter *letter) {
    return send_letter(tcp, letter, 0);
}

static int receive_letter(struct sdyrt_tcp *tcp, const struct sdyrt_letter *letter) {
    struct line *line = line_of(tcp, letter->process);
    struct ucx *ucx = line->ucx;
    struct message *message = add_message(line, letter, 0);
    if (message != NULL) {
        ucp_tag_t tag = tag_of(tcp, &letter->label, letter->process, tcp->own);
        ucp_request_param_t how = how_for(message);
        how.cb.recv = received;
        begin_message(message, ucx->ucp.tag_recv_nbx(ucx->worker, letter->data,
                                                     (size_t)letter->bytes, tag, UINT64_MAX, &how));
    }
    return message != NULL;
}

/* With an end of its own, what comes can be ended, too. */
static int receive_message(struct sdyrt_tcp *tcp, const struct sdyrt_letter *letter) {
    connect_line(line_of(tcp, letter->process));
    return receive_letter(tcp, letter);
}

/* --- all together ----------------------------------------------------------------------------- */

static void move(struct sdyrt_tcp *tcp) {
    struct ucx *ucx = ucx_of(tcp);
    for (int i = 0; i < SDYRT_LOOKS_AWAKE && ucx->ucp.worker_progress(ucx->worker) > 0; i++) {
    }
    for (int64_t i = 0; i < ucx->count && ucx->fails; i++) {
        struct line *line = &ucx->lines[i];
        if (line->failure != NULL) {
            char why[SDYRT_REASON];
            snprintf(why, sizeof why, "is gone: UCX says: %s", line->failure);
            line->failure = NULL;
            sdyrt_link_fail(line->link, why);
        }
    }
    ucx->fails = 0;
}

static int rests(struct sdyrt_tcp *tcp) {
    return ucx_of(tcp)->ucp.worker_arm(ucx_of(tcp)->worker) == UCS_OK;
}

static int is_used(struct sdyrt_tcp *tcp, int64_t process) {
    const struct line *line = line_of(tcp, process);
    const struct message *message = line->messages;
    while (message != NULL &&
           (message->left == &line->leaving || message->left == &line->staying)) {
        message = message->next; /* farewells, which nobody waits for */
    }
    return message != NULL;
}

/* Whether a message is UCX's, which may touch its memory. */
static int is_held(const struct line *line) {
    const struct message *message = line->messages;
    while (message != NULL && message->request == NULL) {
        message = message->next;
    }
    return message != NULL;
}

/* Waits until nothing of a line is under way, nor the request that ends it. UCX ends all at once,
   or where a device has answered; one that does not answer keeps nobody for long. */
static void let_end(struct line *line, void *request) {
    struct ucx *ucx = line->ucx;
    double limit = sdyrt_seconds() + SDYRT_KEEP;
    int ends = UCS_PTR_IS_PTR(request);
    while ((is_held(line) || (ends && ucx->ucp.request_check_status(request) == UCS_INPROGRESS)) &&
           sdyrt_seconds() < limit) {
        ucx->ucp.worker_progress(ucx->worker);
    }
    if (ends) {
        ucx->ucp.request_free(request);
    }
}

static void end_line(struct line *line) {
    ucp_request_param_t how;
    memset(&how, 0, sizeof how);
    how.op_attr_mask = UCP_OP_ATTR_FIELD_FLAGS;
    how.flags = UCP_EP_CLOSE_FLAG_FORCE;
    let_end(line, line->end != NULL ? line->ucx->ucp.ep_close_nbx(line->end, &how) : NULL);
    line->end = NULL;
}

static void drop(struct sdyrt_tcp *tcp, int64_t process) {
    struct line *line = line_of(tcp, process);
    for (struct message *message = line->messages, *next; message != NULL; message = next) {
        next = message->next;
        if (message->request != NULL && !message->sends) {
            line->ucx->ucp.request_cancel(line->ucx->worker, message->request);
        }
    }
    end_line(line);
    for (struct message *message = line->messages, *next; message != NULL; message = next) {
        next = message->next;
        if (message->request == NULL) {
            remove_message(message);
        }
    }
}

/* --- beginning and end ------------------------------------------------------------------------ */

static int make_worker(struct ucx *ucx) {
    ucp_params_t params;
    ucp_worker_params_t worker;
    ucp_config_t *config = NULL;
    memset(&params, 0, sizeof params);
    memset(&worker, 0, sizeof worker);
    params.field_mask = UCP_PARAM_FIELD_FEATURES | UCP_PARAM_FIELD_ESTIMATED_NUM_EPS;
    params.features = UCP_FEATURE_TAG | UCP_FEATURE_WAKEUP;
    params.estimated_num_eps = (size_t)ucx->count;
    worker.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE;
    worker.thread_mode = UCS_THREAD_MODE_SERIALIZED; /* by the lock */
    ucs_status_t status = ucx->ucp.config_read(NULL, NULL, &config);
    if (status == UCS_OK) { /* shared memory says that a process is gone where it is asked to */
        ucx->ucp.config_modify(config, "MM_ERROR_HANDLING", "y");
        status =
            ucx->ucp.init_version(UCP_API_MAJOR, UCP_API_MINOR, &params, config, &ucx->context);
        ucx->ucp.config_release(config);
    }
    return status == UCS_OK ? ucx->ucp.worker_create(ucx->context, &worker, &ucx->worker) : status;
}

static int make_lines(struct sdyrt_tcp *tcp) {
    struct ucx *ucx = (struct ucx *)calloc(1, sizeof *ucx);
    struct line *lines = (struct line *)calloc((size_t)tcp->count, sizeof *lines);
    if (ucx == NULL || lines == NULL) {
        free(ucx);
        free(lines);
        return 0;
    }
    for (int64_t i = 0; i < tcp->count; i++) {
        lines[i].ucx = ucx;
        lines[i].link = &tcp->links[i];
    }
    ucx->lines = lines;
    ucx->count = tcp->count;
    tcp->carried = ucx;
    return 1;
}

static int open_ucx(struct sdyrt_tcp *tcp, struct sdyrt_address *own, char why[SDYRT_REASON]) {
    size_t size = 0;
    snprintf(why, SDYRT_REASON, "out of memory");
    if (!make_lines(tcp) || !sdyrt_ucx_open(&ucx_of(tcp)->ucp, why)) {
        return 0;
    }
    struct ucx *ucx = ucx_of(tcp);
    ucs_status_t status = make_worker(ucx);
    if (status == UCS_OK) {
        status = ucx->ucp.worker_get_efd(ucx->worker, &tcp->bell);
    }
    if (status == UCS_OK) {
        status = ucx->ucp.worker_get_address(ucx->worker, &ucx->address, &size);
    }
    snprintf(why, SDYRT_REASON, "UCX cannot be made ready: %s", ucx->ucp.status_string(status));
    *own = (struct sdyrt_address){ucx->address, (int64_t)size};
    return status == UCS_OK;
}

static int learn(struct sdyrt_tcp *tcp, int64_t process, const struct sdyrt_address *address) {
    struct line *line = line_of(tcp, process);
    const struct sdyrt_letter farewell = {
        process, 0, (char *)line, {0, NUMBER_OF_FAREWELL}, &line->staying};
    line->address = (ucp_address_t *)malloc((size_t)address->size);
    if (line->address == NULL) {
        return 0;
    }
    memcpy(line->address, address->bytes, (size_t)address->size);
    line->staying = 1;
    return receive_letter(tcp, &farewell);
}

static int is_leaving(struct sdyrt_tcp *tcp) {
    int64_t i = 0;
    pthread_mutex_lock(&tcp->lock);
    while (i < tcp->count &&
           (line_of(tcp, i)->leaving == 0 || tcp->links[i].state != SDYRT_LINK_OPEN)) {
        i++;
    }
    pthread_mutex_unlock(&tcp->lock);
    return i < tcp->count;
}

/* What comes by UCX and the goodbye of the connection may overtake each other, so that a farewell
   goes first by UCX, behind all else, and is answered. */
static void leave(struct sdyrt_tcp *tcp, double end) {
    pthread_mutex_lock(&tcp->lock);
    for (int64_t i = 0; i < tcp->count; i++) {
        struct line *line = line_of(tcp, i);
        const struct sdyrt_letter farewell = {
            i, 0, (char *)line, {0, NUMBER_OF_FAREWELL}, &line->leaving};
        if (line->end != NULL && line->link->state == SDYRT_LINK_OPEN) {
            line->leaving = 1;
            send_letter(tcp, &farewell, 1);
        }
    }
    pthread_mutex_unlock(&tcp->lock);
    while (is_leaving(tcp) && sdyrt_seconds() < end) {
        sdyrt_tcp_move(tcp, NULL, SDYRT_SLEEP);
        for (int64_t i = 0; i < tcp->count; i++) {
            sdyrt_tcp_lost(tcp, i);
        }
    }
}

static void close_ucx(struct sdyrt_tcp *tcp) {
    struct ucx *ucx = ucx_of(tcp);
    if (ucx == NULL) {
        return;
    }
    for (int64_t i = 0; i < ucx->count; i++) {
        if (ucx->worker != NULL) {
            drop(tcp, i);
        }
        free(ucx->lines[i].address);
    }
    if (ucx->address != NULL) {
        ucx->ucp.worker_release_address(ucx->worker, ucx->address);
    }
    if (ucx->worker != NULL) {
        ucx->ucp.worker_destroy(ucx->worker);
    }
    if (ucx->context != NULL) {
        ucx->ucp.cleanup(ucx->context);
    }
    free(ucx->lines);
    free(ucx);
    tcp->carried = NULL;
}

const struct sdyrt_carrier sdyrt_ucx = {"ucx", open_ucx, learn, send_message, receive_message, move,
                                        rests, is_used,  drop,  leave,        close_ucx};

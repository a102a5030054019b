/* What routes do beyond calling their operation. Each runs on a worker thread. */
#ifndef FATHOM_DOORS_HTTP_HANDLERS_H
#define FATHOM_DOORS_HTTP_HANDLERS_H

#include "doors/http/request.h"

route_fn handle_operation; /* calls the operation: its result in the envelope */
route_fn handle_start;     /* 202 with the address of the new run */
route_fn handle_go_on;     /* the same of a run that goes on */
/* What both reply to the result of their operation: it, and the address of the run. */
void reply_go_on(struct http_request *request, json_t *result);
route_fn handle_list, handle_research; /* runs, with what panels have */
route_fn handle_show, handle_report, handle_shared, handle_claim, handle_provenance;
route_fn handle_stream;            /* events as they happen */
route_fn handle_page, handle_file; /* the web page */
route_fn handle_session, handle_sign_in, handle_sign_out;
route_fn handle_health, handle_ready, handle_metrics, handle_openapi;

json_t *openapi_json(void); /* the caller owns it */
/* The token of a request, from its Authorization header or else the page's cookie; empty if there is none. */
struct str session_token(const struct http_request *request);

#endif

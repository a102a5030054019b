/* What a query leaves out of a corpus: documents of other days and other domains. */
#include "search/corpus_internal.h"

#include "net/url.h"

static bool date_fits(const struct corpus_query *q, struct str date)
{
    size_t n;

    if (!q->since.len && !q->until.len)
        return true;
    if (!date.len)
        return false;
    /* "2020" may be any day of 2020: only as much is compared as both say. */
    n = date.len < q->since.len ? date.len : q->since.len;
    if (q->since.len && memcmp(date.data, q->since.data, n) < 0)
        return false;
    n = date.len < q->until.len ? date.len : q->until.len;
    return !q->until.len || memcmp(date.data, q->until.data, n) <= 0;
}

static bool domain_in(const struct str_list *list, struct str url)
{
    struct str host = url_domain(url);

    for (size_t i = 0; i < list->n; i++)
        if (url_domain_matches(host, list->items[i]))
            return true;
    return false;
}

bool corpus_query_fits(const struct corpus_query *q, const struct corpus_document_row *d)
{
    if (!date_fits(q, d->date))
        return false;
    if (q->include_domains && q->include_domains->n && !domain_in(q->include_domains, d->url))
        return false;
    return !(q->exclude_domains && domain_in(q->exclude_domains, d->url));
}

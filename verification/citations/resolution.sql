-- Everything that citations name, in one query (verification.citations.resolution): a row for each provision found in each version,
-- and a row without a provision where a version has none, with what it has instead.
-- Parameters: regulations, kinds, patterns, heads (arrays of one length, a row a citation and candidate regulation), as_of.
-- A pattern with a per cent sign is a LIKE pattern; any other is the locator key itself. `kind` is the last segment's kind,
-- so that only one table is looked into, by its index on (version, locator key).
WITH asked AS MATERIALIZED (
    SELECT v.id AS version_id, v.regulation_id, v.number, v.enforcement_date, r.title, r.slug,
           -- A repealed text was in force until it ended.
           ((v.state = 'PUBLISHED' OR (v.state = 'REPEALED' AND v.ends_on IS NOT NULL))
            AND v.enforcement_date <= %(as_of)s
            AND (v.ends_on IS NULL OR v.ends_on > %(as_of)s)) AS in_force,
           w.kind, w.pattern, w.head, strpos(w.pattern, chr(37)) > 0 AS is_pattern
    FROM unnest(%(regulations)s::bigint[], %(kinds)s::text[], %(patterns)s::text[], %(heads)s::text[])
        AS w(regulation_id, kind, pattern, head)
    JOIN regulations_regulationversion v
        ON v.regulation_id = w.regulation_id AND v.state IN ('PUBLISHED', 'REPEALED')
    JOIN regulations_regulation r ON r.id = w.regulation_id
)
SELECT q.version_id, q.regulation_id, q.title, q.slug, q.number, q.enforcement_date, q.in_force, q.pattern,
       p.locator_key, COALESCE(NULLIF(p.title, ''), h.title, g.title, ''), p.is_deleted,
       -- The text of a paragraph or 호 takes in what stands below it.
       p.text || COALESCE(CASE q.kind
           WHEN 'para' THEN (
               SELECT E'\n' || string_agg(s.text || COALESCE((
                   SELECT E'\n' || string_agg(i.text, E'\n' ORDER BY i.position)
                   FROM regulations_item i WHERE i.subparagraph_id = s.id), ''), E'\n' ORDER BY s.position)
               FROM (SELECT x.id, x.text, x.position FROM regulations_subparagraph x WHERE x.paragraph_id = p.id
                     UNION ALL
                     SELECT NULL, x.text, x.position FROM regulations_item x
                     WHERE x.paragraph_id = p.id AND x.subparagraph_id IS NULL) s)
           WHEN 'subpara' THEN (
               SELECT E'\n' || string_agg(i.text, E'\n' ORDER BY i.position)
               FROM regulations_item i WHERE i.subparagraph_id = p.id)
       END, ''),
       COALESCE(h.is_deleted, g.is_deleted),
       -- What there is, for a citation of what is not there: paragraphs of the named article, else articles; the numbered
       -- rows of the named 별표, else attachments.
       CASE WHEN p.locator_key IS NOT NULL OR NOT q.in_force OR q.pattern LIKE 'add-%%' THEN NULL
            WHEN h.id IS NOT NULL THEN COALESCE((
                SELECT '제' || min(x.number) || '항–제' || max(x.number) || '항'
                FROM regulations_paragraph x WHERE x.article_id = h.id), '항으로 나뉘지 않은 조문')
            WHEN g.id IS NOT NULL THEN COALESCE((
                SELECT '제' || min(x.number) || '호–제' || max(x.number) || '호'
                FROM regulations_subparagraph x WHERE x.attachment_id = g.id), '호로 나뉘지 않은 별표')
            WHEN q.kind IN ('table', 'form') OR q.head LIKE 'table-%%' OR q.head LIKE 'form-%%' THEN (
                SELECT left(string_agg(x.label, ', ' ORDER BY x.position), 200)
                FROM regulations_attachment x
                WHERE x.version_id = q.version_id AND x.kind = split_part(q.head, '-', 1))
            ELSE (
                SELECT '제' || min(x.number) || '조–제' || max(x.number) || '조'
                FROM regulations_article x WHERE x.version_id = q.version_id AND x.addenda_id IS NULL)
       END,
       -- Addenda are told apart by the days that they bear: promulgated on, in the title, or from when they say they hold.
       CASE WHEN q.pattern LIKE 'add-%%' AND p.locator_key IS NOT NULL THEN (
           SELECT concat_ws(' ', d.promulgated_date, d.title, d.marks, d.text,
               (SELECT string_agg(x.full_text, ' ') FROM regulations_article x WHERE x.addenda_id = d.id AND x.number = 1),
               (SELECT string_agg(x.text, ' ') FROM regulations_paragraph x WHERE x.addenda_id = d.id AND x.number = 1))
           FROM regulations_addenda d
           WHERE d.version_id = q.version_id AND d.locator_key = split_part(p.locator_key, '/', 1))
       END
FROM asked q
LEFT JOIN LATERAL (
    SELECT t.id, t.locator_key, t.title, t.full_text AS text, t.is_deleted FROM regulations_article t
    WHERE q.kind = 'art' AND t.version_id = q.version_id AND t.locator_key = q.pattern
    UNION ALL
    SELECT t.id, t.locator_key, '', t.text, t.is_deleted FROM regulations_paragraph t
    WHERE q.kind = 'para' AND t.version_id = q.version_id AND t.locator_key = q.pattern
    UNION ALL
    SELECT t.id, t.locator_key, '', t.text, t.is_deleted FROM regulations_subparagraph t
    WHERE q.kind = 'subpara' AND t.version_id = q.version_id AND t.locator_key = q.pattern
    UNION ALL
    SELECT t.id, t.locator_key, '', t.text, t.is_deleted FROM regulations_item t
    WHERE q.kind = 'item' AND t.version_id = q.version_id AND t.locator_key = q.pattern
    UNION ALL
    SELECT t.id, t.locator_key, t.title, t.text, t.is_deleted FROM regulations_attachment t
    WHERE q.kind IN ('table', 'form') AND t.version_id = q.version_id AND t.locator_key = q.pattern
    UNION ALL
    SELECT t.id, t.locator_key, t.title, t.full_text, t.is_deleted FROM regulations_article t
    WHERE q.is_pattern AND q.kind = 'art' AND t.version_id = q.version_id AND t.locator_key LIKE q.pattern
    UNION ALL
    SELECT t.id, t.locator_key, '', t.text, t.is_deleted FROM regulations_paragraph t
    WHERE q.is_pattern AND q.kind = 'para' AND t.version_id = q.version_id AND t.locator_key LIKE q.pattern
    UNION ALL
    SELECT t.id, t.locator_key, '', t.text, t.is_deleted FROM regulations_subparagraph t
    WHERE q.is_pattern AND q.kind = 'subpara' AND t.version_id = q.version_id AND t.locator_key LIKE q.pattern
    UNION ALL
    SELECT t.id, t.locator_key, '', t.text, t.is_deleted FROM regulations_item t
    WHERE q.is_pattern AND q.kind = 'item' AND t.version_id = q.version_id AND t.locator_key LIKE q.pattern
) p ON true
-- The article that the provision stands in.
LEFT JOIN regulations_article h
    ON h.version_id = q.version_id AND h.locator_key = q.head AND q.head <> q.pattern
-- Or the attachment.
LEFT JOIN regulations_attachment g
    ON g.version_id = q.version_id AND g.locator_key = q.head AND q.head <> q.pattern

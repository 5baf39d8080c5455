-- Everything that citations name, in one query (verification.resolution).
-- Parameters: regulations, patterns, heads (arrays of one length, a row a citation and candidate regulation), as_of.
-- A pattern with a per cent sign is a LIKE pattern; any other is the locator key itself. The text of a paragraph or 호 takes
-- in what stands below it.
WITH wanted AS (
    SELECT DISTINCT w.regulation_id, w.pattern, w.head, strpos(w.pattern, chr(37)) > 0 AS is_pattern
    FROM unnest(%(regulations)s::bigint[], %(patterns)s::text[], %(heads)s::text[]) AS w(regulation_id, pattern, head)
), candidates AS (
    SELECT v.id, v.regulation_id, v.number, v.enforcement_date, r.title, r.slug,
           (v.state = 'PUBLISHED' AND v.enforcement_date <= %(as_of)s
            AND (v.ends_on IS NULL OR v.ends_on > %(as_of)s)) AS in_force
    FROM regulations_regulationversion v JOIN regulations_regulation r ON r.id = v.regulation_id
    WHERE v.regulation_id = ANY(%(regulations)s) AND v.state IN ('PUBLISHED', 'REPEALED')
), provisions AS (
    SELECT t.version_id, w.pattern, t.locator_key, t.title AS provision_title,
           t.full_text AS text, t.is_deleted
    FROM wanted w JOIN candidates c USING (regulation_id)
    JOIN regulations_article t ON t.version_id = c.id
        AND (t.locator_key = w.pattern OR (w.is_pattern AND t.locator_key LIKE w.pattern))
    UNION ALL
    SELECT t.version_id, w.pattern, t.locator_key, '' AS provision_title,
           t.text || COALESCE((SELECT E'\n' || string_agg(s.text || COALESCE((SELECT E'\n' || string_agg(i.text, E'\n' ORDER BY i.position)
               FROM regulations_item i WHERE i.subparagraph_id = s.id), ''), E'\n' ORDER BY s.position)
               FROM regulations_subparagraph s WHERE s.paragraph_id = t.id), '') AS text, t.is_deleted
    FROM wanted w JOIN candidates c USING (regulation_id)
    JOIN regulations_paragraph t ON t.version_id = c.id
        AND (t.locator_key = w.pattern OR (w.is_pattern AND t.locator_key LIKE w.pattern))
    UNION ALL
    SELECT t.version_id, w.pattern, t.locator_key, '' AS provision_title,
           t.text || COALESCE((SELECT E'\n' || string_agg(i.text, E'\n' ORDER BY i.position)
               FROM regulations_item i WHERE i.subparagraph_id = t.id), '') AS text, t.is_deleted
    FROM wanted w JOIN candidates c USING (regulation_id)
    JOIN regulations_subparagraph t ON t.version_id = c.id
        AND (t.locator_key = w.pattern OR (w.is_pattern AND t.locator_key LIKE w.pattern))
    UNION ALL
    SELECT t.version_id, w.pattern, t.locator_key, '' AS provision_title,
           t.text AS text, t.is_deleted
    FROM wanted w JOIN candidates c USING (regulation_id)
    JOIN regulations_item t ON t.version_id = c.id
        AND (t.locator_key = w.pattern OR (w.is_pattern AND t.locator_key LIKE w.pattern))
    UNION ALL
    SELECT t.version_id, w.pattern, t.locator_key, t.title AS provision_title,
           t.text AS text, t.is_deleted
    FROM wanted w JOIN candidates c USING (regulation_id)
    JOIN regulations_attachment t ON t.version_id = c.id
        AND (t.locator_key = w.pattern OR (w.is_pattern AND t.locator_key LIKE w.pattern))
    UNION ALL
    SELECT t.version_id, w.pattern, t.locator_key, t.title AS provision_title,
           t.text AS text, t.is_deleted
    FROM wanted w JOIN candidates c USING (regulation_id)
    JOIN regulations_addenda t ON t.version_id = c.id
        AND (t.locator_key = w.pattern OR (w.is_pattern AND t.locator_key LIKE w.pattern))
)
SELECT 'provision' AS kind, c.id, c.regulation_id, c.title, c.slug, c.number, c.enforcement_date, c.in_force,
       p.pattern, p.locator_key, p.provision_title, p.text, p.is_deleted
FROM provisions p JOIN candidates c ON c.id = p.version_id
UNION ALL
-- Which articles there are, for a citation of one that is not there.
SELECT 'range', c.id, c.regulation_id, c.title, c.slug, c.number, c.enforcement_date, c.in_force, '', '', '',
       (SELECT '제' || min(a.number) || '조–제' || max(a.number) || '조' FROM regulations_article a
        WHERE a.version_id = c.id AND a.addenda_id IS NULL), false
FROM candidates c
UNION ALL
-- Which paragraphs the named article has.
SELECT 'range', c.id, c.regulation_id, c.title, c.slug, c.number, c.enforcement_date, c.in_force, w.head, '', '',
       COALESCE((SELECT '제' || min(p.number) || '항–제' || max(p.number) || '항' FROM regulations_paragraph p
                 WHERE p.article_id = a.id), '항으로 나뉘지 않은 조문'), false
FROM candidates c JOIN wanted w ON w.regulation_id = c.regulation_id AND w.head <> w.pattern
JOIN regulations_article a ON a.version_id = c.id AND a.locator_key = w.head
WHERE c.in_force

-- What stands in relation to provisions by a cross-reference, both ways, in one query (regulations.reading.references).
-- Parameters: versions, keys (arrays of one length, a place each), as_of, maximum.
-- The mentions of a place are its own and those of what stands below it; it is cited where it is named itself, something
-- below it, or the provision that it stands in. What is related is taken as it is in force on the day.
WITH asked AS MATERIALIZED (
    SELECT p.place, p.version_id, p.key, v.regulation_id,
           regexp_replace(p.key, '/(para|subpara|item|subitem)-.*$', '') AS head
    FROM unnest(%(versions)s::bigint[], %(keys)s::text[]) WITH ORDINALITY AS p(version_id, key, place)
    JOIN regulations_regulationversion v ON v.id = p.version_id
), in_force AS (
    SELECT v.id, v.regulation_id, v.number FROM regulations_regulationversion v
    WHERE v.state IN ('PUBLISHED', 'REPEALED') AND v.enforcement_date <= %(as_of)s
      AND (v.ends_on IS NULL OR v.ends_on > %(as_of)s)
), found AS (
    SELECT a.place, a.version_id AS of_version_id, a.key AS of_key, TRUE AS is_outgoing, c.kind, c.text,
           t.id AS version_id, t.regulation_id, t.number, c.to_locator_key AS locator_key
    FROM asked a
    JOIN regulations_crossreference c ON c.version_id = a.version_id
        AND (c.from_locator_key = a.key OR c.from_locator_key LIKE a.key || '/%%')
    JOIN in_force t ON t.regulation_id = c.to_regulation_id
    WHERE c.state = 'RESOLVED' AND c.to_locator_key <> ''
    UNION ALL
    SELECT a.place, a.version_id, a.key, FALSE, c.kind, c.text,
           f.id, f.regulation_id, f.number, c.from_locator_key
    FROM asked a
    JOIN regulations_crossreference c ON c.to_regulation_id = a.regulation_id
        AND (c.to_locator_key = a.key OR c.to_locator_key LIKE a.key || '/%%'
             OR (c.to_locator_key <> '' AND a.key LIKE c.to_locator_key || '/%%'))
    JOIN in_force f ON f.id = c.version_id
    WHERE c.state = 'RESOLVED'
), ranked AS (
    SELECT DISTINCT ON (f.version_id, f.locator_key) f.*,
           regexp_replace(f.locator_key, '/(para|subpara|item|subitem)-.*$', '') AS head,
           array_position(ARRAY['MUTATIS_MUTANDIS', 'DELEGATES', 'REFERS'], f.kind::text) AS nearness
    FROM found f
    ORDER BY f.version_id, f.locator_key, NOT f.is_outgoing,
             array_position(ARRAY['MUTATIS_MUTANDIS', 'DELEGATES', 'REFERS'], f.kind::text), f.place
)
SELECT k.version_id, k.regulation_id, r.title, r.slug, k.number, k.locator_key,
       COALESCE(h.title, x.title, ''), k.kind, k.is_outgoing, k.text, k.of_version_id, k.of_key
FROM ranked k
JOIN regulations_regulation r ON r.id = k.regulation_id
LEFT JOIN regulations_article h ON h.version_id = k.version_id AND h.locator_key = k.head
LEFT JOIN regulations_attachment x ON x.version_id = k.version_id AND x.locator_key = k.head
-- Neither a provision that the day's text no longer has, nor the article that was asked about.
WHERE (h.is_deleted IS FALSE OR x.is_deleted IS FALSE)
  AND NOT EXISTS (
      SELECT 1 FROM asked a WHERE a.regulation_id = k.regulation_id AND a.head = k.head)
ORDER BY NOT k.is_outgoing, k.nearness, k.place, r.title, k.version_id, h.position, k.locator_key
LIMIT %(maximum)s

INSERT INTO chat_regulationanswerfigure (day, title, status, count)
SELECT cited.day, cited.title, cited.status, count(*)
FROM (
    SELECT DISTINCT
        a.id,
        -- What was corrected or withdrawn bears the name of the decision.
        CASE WHEN last_decided.decision IN ('CORRECTED', 'WITHDRAWN') THEN last_decided.decision ELSE a.status END
            AS status,
        c.regulation_title AS title,
        (a.created_at AT TIME ZONE %(zone)s)::date AS day
    FROM chat_answer AS a
    INNER JOIN chat_citations AS c ON a.message_id = c.message_id
    LEFT JOIN LATERAL (
        SELECT r.decision FROM verification_review AS r
        WHERE r.answer_id = a.id AND r.decision <> 'SECOND'
        ORDER BY r.created_at DESC, r.id DESC
        LIMIT 1
    ) AS last_decided ON TRUE
    WHERE a.created_at >= %(begins)s AND a.created_at < %(ends)s AND c.regulation_title <> ''
) AS cited
GROUP BY cited.day, cited.title, cited.status

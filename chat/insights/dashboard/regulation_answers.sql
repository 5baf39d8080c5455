INSERT INTO chat_regulationanswerfigure (day, title, status, count)
SELECT cited.day, cited.title, cited.status, count(*)
FROM (
    SELECT DISTINCT
        a.id,
        a.status,
        c.regulation_title AS title,
        (a.created_at AT TIME ZONE %(zone)s)::date AS day
    FROM chat_answer AS a INNER JOIN chat_citations AS c ON a.message_id = c.message_id
    WHERE a.created_at >= %(begins)s AND a.created_at < %(ends)s AND c.regulation_title <> ''
) AS cited
GROUP BY cited.day, cited.title, cited.status

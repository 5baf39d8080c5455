INSERT INTO chat_regulationfigure (day, title, status, count)
SELECT (a.created_at AT TIME ZONE %(zone)s)::date, c.regulation_title, c.status, count(*)
FROM chat_answer AS a INNER JOIN chat_citations AS c ON a.message_id = c.message_id
WHERE a.created_at >= %(begins)s AND a.created_at < %(ends)s AND c.regulation_title <> ''
GROUP BY 1, 2, 3

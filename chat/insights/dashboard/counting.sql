INSERT INTO chat_dailyfigure (day, category, name, count, total)
WITH answers AS MATERIALIZED (
    SELECT
        a.id,
        a.message_id,
        -- What was corrected or withdrawn bears the name of the decision.
        CASE WHEN last_decided.decision IN ('CORRECTED', 'WITHDRAWN') THEN last_decided.decision ELSE a.status END
            AS status,
        a.timings,
        (a.created_at AT TIME ZONE %(zone)s)::date AS day,
        coalesce(first_cited.category, '') AS category
    FROM chat_answer AS a
    LEFT JOIN LATERAL (
        SELECT r.category
        FROM chat_citations AS c
        INNER JOIN regulations_regulationversion AS v ON c.version_id = v.id
        INNER JOIN regulations_regulation AS r ON v.regulation_id = r.id
        WHERE c.message_id = a.message_id
        ORDER BY c.position, c.id
        LIMIT 1
    ) AS first_cited ON TRUE
    LEFT JOIN LATERAL (
        SELECT r.decision FROM verification_review AS r
        WHERE r.answer_id = a.id AND r.decision <> 'SECOND'
        ORDER BY r.created_at DESC, r.id DESC
        LIMIT 1
    ) AS last_decided ON TRUE
    WHERE a.created_at >= %(begins)s AND a.created_at < %(ends)s
),
facts AS (
    SELECT day, category, 'questions' AS name, 0.0::float8 AS value FROM answers
    UNION ALL
    SELECT day, category, 'status:' || status, 0.0 FROM answers
    UNION ALL
    -- What became of each question; one that was handed over is not also none.
    SELECT
        a.day,
        a.category,
        'outcome:' || CASE
            WHEN EXISTS (
                SELECT 1 FROM verification_flag AS f
                WHERE f.answer_id = a.id AND f.reason = 'HANDED_OVER'
            ) THEN 'HANDED_OVER'
            WHEN a.status IN ('ANSWERED', 'PARTIAL', 'CORRECTED') THEN 'ANSWERED'
            WHEN a.status = 'WITHDRAWN' THEN 'WITHDRAWN'
            WHEN a.status = 'NEAR' THEN 'NEAR'
            WHEN a.status LIKE 'UNANSWERABLE%%' THEN 'NONE'
            WHEN a.status LIKE 'ERROR%%' THEN 'FAILED'
            ELSE 'OTHER'
        END,
        0.0
    FROM answers AS a
    UNION ALL
    -- Every citation that was written, those that were taken out before anybody saw them too; not what the portal found for
    -- a sentence, nor the references inside a quoted rule, which nobody checks: they are its own.
    SELECT
        a.day,
        a.category,
        'written:' || CASE
            WHEN k.status = 'VERIFIED' AND k.action IN ('KEPT', 'COMPLETED') THEN 'CONFIRMED'
            WHEN k.verdict = 'SUPPORTED' AND k.action IN ('REMOVED', 'MARKED') THEN 'WITHDRAWN'
            WHEN k.verdict = 'CONTRADICTED' THEN 'WRONG'
            -- It is there, whether it stays in the text or not, and was held against the sentence by somebody or by nobody.
            WHEN (k.action = 'MARKED' OR k.status = 'NOT_CHECKED')
                AND k.verdict = 'NOT_CHECKED' AND k.model_verdict = 'NOT_CHECKED'
                THEN 'NOT_CHECKED'
            WHEN k.action = 'MARKED' OR k.status = 'NOT_CHECKED' THEN 'BESIDE_SOURCE'
            WHEN k.action IN ('REMOVED', 'GENERALIZED') THEN 'WRONG'
            WHEN k.verdict = 'NOT_CHECKED' THEN 'NOT_CHECKED'
            ELSE 'BESIDE_SOURCE'
        END,
        0.0
    FROM answers AS a
    INNER JOIN verification_verification AS v ON a.id = v.answer_id
    INNER JOIN verification_citationcheck AS k ON v.id = k.verification_id
    WHERE (k.status = 'VERIFIED' OR k.verdict <> 'NOT_CHECKED' OR k.action <> 'KEPT') AND k.reason <> %(found)s
    UNION ALL
    SELECT a.day, a.category, 'attached:CONFIRMED', 0.0
    FROM answers AS a
    INNER JOIN verification_verification AS v ON a.id = v.answer_id
    INNER JOIN verification_citationcheck AS k ON v.id = k.verification_id
    WHERE k.reason = %(found)s AND k.status = 'VERIFIED'
    UNION ALL
    -- The provision beneath a sentence that was not confirmed, or in its place.
    SELECT a.day, a.category, 'attached:OPEN', 0.0
    FROM answers AS a
    INNER JOIN chat_citations AS c ON a.message_id = c.message_id
    INNER JOIN chat_answersentence AS s ON c.sentence_id = s.id
    WHERE s.support IN ('BESIDE_SOURCE', 'DIFFERS')
    UNION ALL
    SELECT a.day, a.category, 'faithfulness:' || v.faithfulness, coalesce(v.score, 0.0)
    FROM answers AS a INNER JOIN verification_verification AS v ON a.id = v.answer_id
    UNION ALL
    SELECT a.day, a.category, 'score', v.score
    FROM answers AS a INNER JOIN verification_verification AS v ON a.id = v.answer_id
    WHERE v.score IS NOT NULL
    UNION ALL
    SELECT a.day, a.category, 'step:' || step.key, step.value::float8
    FROM answers AS a, LATERAL jsonb_each_text(a.timings) AS step
    UNION ALL
    SELECT
        day,
        category,
        'within:' || width_bucket((timings ->> 'total')::float8, %(limits)s::float8[]),
        0.0
    FROM answers
    WHERE timings ->> 'total' IS NOT NULL
    UNION ALL
    SELECT
        a.day,
        a.category,
        CASE WHEN f.helpful THEN 'feedback:up' ELSE 'feedback:down' END,
        0.0
    FROM answers AS a INNER JOIN chat_feedback AS f ON a.id = f.answer_id
    UNION ALL
    SELECT
        (r.created_at AT TIME ZONE %(zone)s)::date,
        '',
        'decision:' || r.decision,
        coalesce(extract(EPOCH FROM r.created_at - flagged.since) / 3600, 0.0)
    FROM verification_review AS r
    LEFT JOIN LATERAL (
        SELECT min(f.created_at) AS since FROM verification_flag AS f
        WHERE f.answer_id = r.answer_id AND f.created_at <= r.created_at
            -- What an earlier decision settled was no doubt any more.
            AND (f.resolved_at IS NULL OR f.resolved_at >= r.created_at)
    ) AS flagged ON TRUE
    WHERE r.created_at >= %(begins)s AND r.created_at < %(ends)s
)
SELECT day, category, name, count(*), sum(value) FROM facts GROUP BY day, category, name

"""The words by which names of regulations are told from the sentence around them."""

from __future__ import annotations


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Endings of regulations' names, longest first where one is the end of another.
NAME_ENDINGS = _words(
    """
    시행령 시행규칙 시행세칙 학칙 규정 규칙 세칙 정관 내규 지침 법률 조례 기준 요강 요령 회칙 규약 준칙 강령
    헌장 예규 약관 수칙 칙령
    """
)

# Endings that make a name by themselves when nothing else is said (학칙 제25조).
SELF_SUFFICIENT = frozenset(
    _words(
        """
        학칙 정관 시행령 시행규칙 시행세칙 헌장 회칙 학생회칙
        """
    )
)

# A mention of these without an article carries over to later bare articles; 기준 and 요령 are too common as nouns.
CARRYING_ENDINGS = frozenset(
    _words(
        """
        시행령 시행규칙 시행세칙 학칙 규정 규칙 세칙 정관 내규 지침 법률 법 령
        """
    )
)

# Words that end in 법 or 령 and are no laws.
NOT_LAWS = frozenset(
    _words(
        """
        방법 문법 용법 불법 위법 적법 합법 입법 사법 기법 요법 어법 화법 수법 편법 준법 탈법 범법 작법 공법 해법
        무법 비법 마법 법령 명령 연령 수령 발령 점령 훈령 대통령 사령 횡령 강령 요령 전령 부령 대통령령 총리령
        법률 관계법령 관련법령 관계법 관련법
        """
    )
)

# 감염병예방법 and 부동산등기법 end like 방법 and 기법, and are laws.
LAWS_LIKE_NOUNS = _words(
    """
    예방법 소방법 국방법 지방법 등기법 국기법 전기법 무기법 대기법 공기법 폐기법 항공기법 쓰레기법
    """
)

# Other texts with articles. These words are common, so they end a name only directly before an article's number.
OTHER_TEXTS = _words(
    """
    협약서 협정서 계약서 약정서 의정서 지침서 안내서 협약 협정 조약 교칙 사규 편람 매뉴얼 가이드라인 규범 규준
    """
)

# Words that end like 서울대 and are no universities.
NO_UNIVERSITIES = frozenset(
    _words(
        """
        절대 반대 확대 증대 최대 상대 기대 우대 임대 무대 시대 세대 연대 초대 부대 군대 현대 일대 지대 학대 접대 후대
        청년세대 신세대 한세대 동시대 토지임대 재임대 기숙사임대 과대 극대
        """
    )
)

# Words of well-known laws' names that would end a name elsewhere.
NAME_PHRASES = (
    ("취업", "후"),
    ("학교", "밖"),
    ("고등학교", "이하", "각급", "학교"),
    ("고등학교", "이하", "각급학교"),
)

# First parts that do not identify a regulation: with one of these the name goes on to the left (폐기물 관리법).
GENERAL_STEMS = frozenset(
    _words(
        """
        관리 보호 안전 기본 지원 육성 진흥 촉진 설치 특별 특례 특별조치 처벌 방지 처리 연금 보험 이용 평가 절차
        운영 보장 복지 고용 계약 교육 지급 심사 시행 임용 복무 징계 인사 사용 취급 집행 보상 관리운영 운영관리
        설치운영 기준 조치 공개 예방 인정 양성 등록 활용 거래 규제 제한 관리기본 지원특별 시험 선발 선정 위임 전결
        윤리 연구 발급 발간 편찬 심의 감사 회계 재정 예산 학사 직제 보수 수당 여비 휴가 포상 상벌 지도 자치 업무
        사무 처무 출판 대출 열람 출납 개방 대여 임대 대우 승진 승급 채용 전형 입학 입시 졸업 수업 학적 성적 장학
        장학금 등록금 평가인증 인증 조사 검증 감면 교류 파견 출장 위촉 겸직 겸임 특허 기록 정보 보안 정보보호
        개인정보보호 준용 개발 등기 재해보상 인재개발 교육훈련 교육진흥
        """
    )
)

# Names that are complete in one word and take only the name of an institution before them.
ONE_WORD_NAMES = frozenset(
    _words(
        """
        학칙 정관 헌법 민법 형법 상법 국회법 근로기준법
        """
    )
)

# How institutions are called whose name can stand before 학칙 and 정관.
INSTITUTION_ENDINGS = _words(
    """
    대학교 대학원 대학 학원 법인 재단 학교 협력단 병원 연구원 연구소 교육원 센터 학부 의전원 박물관 도서관
    학생회 동창회
    """
)

# Words that point at the place or the speaker, adverbs and verb forms: none of them belongs to a name.
POINTING_WORDS = frozenset(
    _words(
        """
        본 이 그 저 위 동 해당 당해 같은 우리 저희 상기 귀 각 본교 우리학교 우리대학 우리대학교 본대학 본대학교
        대학교 학교 교내 당교 현행 개정 개정된 종전 종전의 변경 신 구 새 기존 폐지된 관련 관계 다음 아래 앞 뒤
        전 후 및 또는 등 단 다만 또한 그리고 그러나 따라서 즉 예 참고 참조 출처 근거 한편 특히 아울러 경우 때
        시 때문 중 내 외 간 자 것 수 바 모든 제반 세부 상위 하위 별도 별도의 자체 여러 교육부 고시 훈령 예규
        부 상 하 만약 만일 우선 먼저 결국 이후 이전 이상 이하 당시 현재 최근 올해 매년 반드시 모두 각각 함께
        이미 아직 바로 오직 다시 더 및/또는 혹은 주로 대체로 일반적으로 구체적으로 혹 의거 의거하여 의하여 의하면
        따르면 따라 따른 의한 란 이란 위하여 위해 대하여 대해 관하여 관해 통하여 통해 하여 하고 하며 있는 없는 하는 되는
        된 한 할 될 준용하여 적용하여 제외하고 불구하고 말한다 같다 본문 단서 전단 후단 제정 공포 시행 의결 명시된
        규정된 정한 정하는 나온 담긴
        """
    )
)

# Nouns whose last syllable looks like a particle.
NOUNS_LIKE_PARTICLES = _words(
    """
    평가 휴가 인가 허가 국가 여가 증가 원가 단가 참가 추가 회의 강의 동의 협의 심의 논의 정의 결의 합의 질의
    창의 주의 유의 문의 편의 학과 교과 비교과 성과 결과 예과 의과 치과 한의과 효과 통과 경과 이과 문과 전과
    공과 문리과 제도 지도 정도 난이도 용도 한도 태도 별도 보도 인도 철도 진로 도로 경로 원로 선로 사이 어린이
    놀이 은행 마을 가을 비만 기와 자가 대가 작가 과도 연도 연가 병가 공가 전문가 자격의 전공의 수련의
    임상의 미만 기만 도서 통로 근로 과로 기로 토의 상의 결로 교도 온도 습도 농도 속도 만족도
    """
)

# Particles of two syllables: a word that ends so is no part of a name.
PARTICLES = _words(
    """
    에게 에서 으로 까지 부터 에는 에도 로서 로써 이나 이란 라도 마다 조차
    """
)

# Particles of one syllable.
PARTICLE_SYLLABLES = frozenset(
    _words(
        """
        은 는 이 가 을 를 에 로 와 과 도 만 의
        """
    )
)

# Verb forms and adverbs that end what stands before a name.
VERB_ENDINGS = _words(
    """
    하여 하는 되는 있는 없는 하고 하며 하되 되며 되고 하면 되면 이며 이고 으며 니다 어서 아서 려면 려고 도록
    거나 지만 다면 라면 받은 받는 않은 않는 였던 하던 되어 로서의 하기 된다 한다 있다 없다 같이 따라 따른 의해
    위한 관한 대한 통한 의한 정한 행한 발생한 해당한 신청한 제출한 위반한 이수한 취득한 졸업한 입학한 휴학한
    규정한 명시한 초과한 경우 습니다 세요 해요 돼요 때문에 이라 라는 다는 자는 다만 또한
    거쳐 마쳐 갖춰 따르되 준하여 의하되 받아 하나 되나 으나 는데 인데 있어 므로 니까 면서 려는 하던 여야 해야 는지 든지 된 정해진
    """
)

# (이하 "법"이라 한다): short names of a law or a decree.
SHORT_LAW_WORDS = frozenset(
    _words(
        """
        법 영 규칙 시행령 시행규칙
        """
    )
)

# Words before 규정 and the like that leave it a common noun.
COMMON_MODIFIERS = POINTING_WORDS | frozenset(
    _words(
        """
        학교 대학 대학교 교내 학내 내부 외부 세부 벌칙 기타 특별 일반 준용 근거 상세 이러한 그러한 어떤 어느
        정확한 구체적인 적용 인용 원문
        """
    )
)

# Words that many articles' titles share and that tell none of them apart.
COMMON_TITLE_WORDS = frozenset(
    _words(
        """
        절차 기준 방법 신청 기간 자격 요건 대상 범위 허가 승인 제한 특례 설치 구성 기능 운영 업무 임무 회의 관리 처리
        지급 시기 사유 내용 종류 구분 원칙 통지 보고 제출 취소 변경 금지 의무 권한 위임 적용 효력 결정 심의 심사 평가
        실시 관한 대한 위한 따른 등에 사항 규정 기타 조치 정의 목적
        """
    )
)

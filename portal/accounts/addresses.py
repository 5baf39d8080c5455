"""Whose mail address it is: whoever has an address in their account gets what it follows, letters, and links for passwords.

So nobody sets it for themselves: an admin or the university's sign-in says it, and allauth's pages for it are closed (`portal.urls`).
What allauth has noted as primary and unverified counts for nothing: it was chosen by its person in a former release, or the provider
said itself that nobody proved it. (It also notes, as neither, whatever it makes a link for a password for: that says nothing.)
"""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialLogin
from django.db.models import Exists, OuterRef, QuerySet

from portal.accounts.models import User

# What SAML and some providers of OpenID Connect say in words, as allauth reads them.
_YES = frozenset({"true", "1", "t", "y", "yes"})


def people_with_own_address() -> QuerySet[User]:
    """Those whose address is their own."""
    unproved = EmailAddress.objects.filter(
        user=OuterRef("pk"), email__iexact=OuterRef("email"), primary=True, verified=False
    )
    return User.objects.exclude(email="").exclude(Exists(unproved))


def own_address(user: User) -> str:
    """The person's own address as it is stored; empty where there is none, or nobody has proved it."""
    known = people_with_own_address().filter(pk=user.pk)
    return known.values_list("email", flat=True).first() or ""


def addresses_forget(user: User) -> None:
    """Forget what was noted of former addresses, when an admin has set another: none of them leads to the account any more."""
    EmailAddress.objects.filter(user=user).delete()


def addresses_vouch(sociallogin: SocialLogin, *, said: frozenset[str]) -> None:
    """Take the university's word for an address, unless it `said` itself that nobody proved it."""
    is_proved = {word.casefold() for word in said} <= _YES
    for address in sociallogin.email_addresses:
        address.verified = is_proved


def addresses_confirm(sociallogin: SocialLogin) -> None:
    """Let nothing that allauth has noted stand against what the university says of an account that is stored."""
    told = [address.email for address in sociallogin.email_addresses if address.verified]
    EmailAddress.objects.filter(user=sociallogin.user, email__in=told, verified=False).delete()

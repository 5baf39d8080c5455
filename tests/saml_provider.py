"""A SAML identity provider for tests: metadata, a sign-in page, and assertions signed by a library that the portal does not use."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from defusedxml import ElementTree
from lxml import etree
from signxml.algorithms import SignatureConstructionMethod
from signxml.signer import XMLSigner

SUBJECT_ID = "urn:oasis:names:tc:SAML:attribute:subject-id"
USER_NAME = "urn:oid:0.9.2342.19200300.100.1.1"
MAIL = "urn:oid:0.9.2342.19200300.100.1.3"
MAIL_PROVED = "mail-proved"
_DSIG = "http://www.w3.org/2000/09/xmldsig#"
_PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol"
_ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion"
_MINUTES = timedelta(minutes=5)


@dataclass(frozen=True)
class SamlPerson:
    """Who signs in."""

    subject: str
    name: str
    groups: tuple[str, ...] = ()
    mail: str = ""
    is_mail_proved: str = ""


@dataclass(frozen=True)
class Request:
    """What a service asked."""

    id: str
    address: str
    service: str


@dataclass
class SamlProvider:
    """The provider; `audience`, `age`, `signs`, `leads_to`, `instead` and `key` are what a test bends."""

    address: str = ""
    person: SamlPerson = SamlPerson("s-1", "gaon")
    audience: str = ""
    age: timedelta = timedelta()
    signs: str = "assertion"
    leads_to: str = ""
    instead: str = ""
    key: rsa.RSAPrivateKey = field(default_factory=lambda: rsa.generate_private_key(65537, 2048))

    def __post_init__(self) -> None:
        self.certificate = _certificate(self.key)

    @property
    def metadata(self) -> str:
        """How services find it."""
        body = self.certificate.replace("-----BEGIN CERTIFICATE-----", "")
        body = body.replace("-----END CERTIFICATE-----", "").strip()
        return f"""<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="{self.address}/metadata">
<md:IDPSSODescriptor protocolSupportEnumeration="{_PROTOCOL}"><md:KeyDescriptor use="signing">
<ds:KeyInfo xmlns:ds="{_DSIG}"><ds:X509Data><ds:X509Certificate>{body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
</md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="{self.address}/sso"/>
</md:IDPSSODescriptor></md:EntityDescriptor>"""

    def response(self, url: str) -> tuple[str, str]:
        """Where the browser posts what to, after the person has signed in."""
        asked = read_request(url)
        return asked.address, base64.b64encode(self._response(asked)).decode()

    def _response(self, asked: Request) -> bytes:
        now = datetime.now(UTC) - self.age
        assertion = etree.fromstring(self._assertion(asked, now))
        if self.signs == "assertion":
            assertion = self._signed(assertion)
        inner = etree.tostring(assertion).decode()
        response = etree.fromstring(
            f"""<samlp:Response xmlns:samlp="{_PROTOCOL}" xmlns:saml="{_ASSERTION}" ID="_{uuid4().hex}" Version="2.0"
IssueInstant="{now:%Y-%m-%dT%H:%M:%SZ}" Destination="{asked.address}" InResponseTo="{asked.id}">
<saml:Issuer>{self.address}/metadata</saml:Issuer>{_place(self.signs == "message")}
<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>{inner}</samlp:Response>"""
        )
        if self.signs == "message":
            response = self._signed(response)
        return bytes(etree.tostring(response))

    def _assertion(self, asked: Request, now: datetime) -> str:
        until = now + _MINUTES
        values = {
            SUBJECT_ID: (self.person.subject,),
            USER_NAME: (self.person.name,),
            "groups": self.person.groups,
            MAIL: (self.person.mail,),
            MAIL_PROVED: (self.person.is_mail_proved,),
        }
        attributes = "".join(
            f'<saml:Attribute Name="{name}">'
            + "".join(f"<saml:AttributeValue>{value}</saml:AttributeValue>" for value in row)
            + "</saml:Attribute>"
            for name, row in values.items()
            if any(row)
        )
        return f"""<saml:Assertion xmlns:saml="{_ASSERTION}" ID="_{uuid4().hex}" Version="2.0" IssueInstant="{now:%Y-%m-%dT%H:%M:%SZ}">
<saml:Issuer>{self.address}/metadata</saml:Issuer>{_place(self.signs == "assertion")}
<saml:Subject><saml:NameID>{self.person.subject}</saml:NameID>
<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData
 InResponseTo="{asked.id}" Recipient="{asked.address}" NotOnOrAfter="{until:%Y-%m-%dT%H:%M:%SZ}"/></saml:SubjectConfirmation></saml:Subject>
<saml:Conditions NotBefore="{now - _MINUTES:%Y-%m-%dT%H:%M:%SZ}" NotOnOrAfter="{until:%Y-%m-%dT%H:%M:%SZ}"><saml:AudienceRestriction>
<saml:Audience>{self.audience or asked.service}</saml:Audience></saml:AudienceRestriction></saml:Conditions>
<saml:AuthnStatement AuthnInstant="{now:%Y-%m-%dT%H:%M:%SZ}"><saml:AuthnContext><saml:AuthnContextClassRef>
urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>
<saml:AttributeStatement>{attributes}</saml:AttributeStatement></saml:Assertion>"""

    def _signed(self, element: etree._Element) -> etree._Element:
        key = self.key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        signer = XMLSigner(
            method=SignatureConstructionMethod.enveloped,
            c14n_algorithm="http://www.w3.org/2001/10/xml-exc-c14n#",
        )
        return signer.sign(element, key=key, cert=self.certificate, reference_uri=element.get("ID"))


def read_request(url: str) -> Request:
    """Read the request of a service from the address that it sends the browser to."""
    packed = parse_qs(urlsplit(url).query)["SAMLRequest"][0]
    asked = ElementTree.fromstring(zlib.decompress(base64.b64decode(packed), -15))
    service = asked.findtext(f"{{{_ASSERTION}}}Issuer") or ""
    return Request(asked.attrib["ID"], asked.attrib["AssertionConsumerServiceURL"], service)


@contextmanager
def running_provider() -> Iterator[SamlProvider]:
    """A provider that answers over HTTP: its metadata, and a page that sends the browser back."""
    provider = SamlProvider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/metadata" and provider.leads_to:
                self.send_response(302)
                self.send_header("Location", provider.leads_to)
                self.end_headers()
                return
            if self.path == "/metadata":
                self._send(provider.instead or provider.metadata, "text/xml")
                return
            if not self.path.startswith("/sso?"):
                self.send_error(404)
                return
            address, packed = provider.response(self.path)
            self._send(
                f'<form method="post" action="{address}">'
                f'<input type="hidden" name="SAMLResponse" value="{packed}"><button>가기</button></form>',
                "text/html; charset=utf-8",
            )

        def _send(self, body: str, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        provider.address = f"http://127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield provider
        server.shutdown()


def _place(is_signed: bool) -> str:
    """Where the signature goes: the schema wants it behind the issuer."""
    return f'<ds:Signature xmlns:ds="{_DSIG}" Id="placeholder"/>' if is_signed else ""


def _certificate(key: rsa.RSAPrivateKey) -> str:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test provider")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .sign(key, hashes.SHA256())
    )
    return made.public_bytes(serialization.Encoding.PEM).decode()

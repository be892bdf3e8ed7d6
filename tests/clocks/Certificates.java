// what: a certificate of 2026-01-01 to 2026-04-01 by checkValidity and by TLS over loopback: good, then past notAfter, in another world before notBefore
// run: agent
// jdk: 17+
import dev.tickless.VirtualTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

public class Certificates {
    /** The key of a server called localhost, signed by an authority of our own that is valid until 2044. */
    static final String STORE = """
            MIIHgAIBAzCCByoGCSqGSIb3DQEHAaCCBxsEggcXMIIHEzCCASoGCSqGSIb3DQEHAaCCARsEggEXMIIBEzCCAQ8GCyqGSIb3DQEMCgECoIG9MIG6MGYGCSqG
            SIb3DQEFDTBZMDgGCSqGSIb3DQEFDDArBBRA4ZuTiSTqkEJ6Iv2ZugUo/ZOuNQICJxACASAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEJiDEYG7AuGC
            7g2LZ1S15X4EUIx67LBwTE+5ogf7W7NMx9/mDlC3Hbp1im6M0Jy8d2Sxn0qIwX5zDEg4rTGtlTfUnGXLZZ1cLzEUSPp11bhmNKtGO2xgKs5Z6sEQp7rE4a1d
            MUAwGwYJKoZIhvcNAQkUMQ4eDABzAGUAcgB2AGUAcjAhBgkqhkiG9w0BCRUxFAQSVGltZSAxNzk2MTI2NzA1NDk3MIIF4QYJKoZIhvcNAQcGoIIF0jCCBc4C
            AQAwggXHBgkqhkiG9w0BBwEwZgYJKoZIhvcNAQUNMFkwOAYJKoZIhvcNAQUMMCsEFJqFvo5PggJq59rse/eWJqWYDxtCAgInEAIBIDAMBggqhkiG9w0CCQUA
            MB0GCWCGSAFlAwQBKgQQ0EJ7Bi2Nk2M3twDk65pKAYCCBVCBIQ57uiywP1APljvjKjEgP75peI1uTvjP+xrT0EDxwiBzXkKRER4C25KevdN9TZggvpEwsjE0
            9jnKqCeL/5qjfXqIp2c6rPRPBq9aXDPg039/QwogWDnCdmg8MzX2JqhUuVdXAmXFFwtQDtww3QKN5n1SdnnE0s/gTPljEisrbSOKmZTgMrImjH34cXGffao6
            mD8/IG5zA/0J55gQ3v58XO8I795Gc22d+a0gW5rFjQIC0GOdigndoSS69+25/i4i31F+ppIlTpQNacrVYrRlpkC6qALUiK53zF19F/FBJshgGtzZ5MhHxp1V
            YwGrNO4bg+vSd7wEWc5aqicIiklUDRboX5+/nLtMycsQOj+ARl47yS5AxIXrqcbmdtkAwBWdCm+rJns33xbgiZ4RJBwpdW+4hvpHOFBf8URvSVS9S/ehDv2y
            raZN0XhH/Xk0BPS50QZyL8qmCe6aI8cYZKR42OC+0KqmdEI3MJL7X/cNYK4gVqHfnVy+ejFsYIaib5nbaJBoxGzl6yKaU7NNQh6/bOUtYqR9WFjp/AOEiifu
            gcOBIyAYjh48loGk2gpE59isKO6goy4a2XsKhrB6pibyVM5fi/Lhwvl8mage6ANlgKucWcV7//cJJmVBXGxcss18kMsclQ8BKjAF+XiEKhh9dVtnqKEaySLo
            Wrf2m6em2ZxeE+3NWwvYkiVLuHDM6yX9vKcP1l0TShigC19YoZVzXuBrrCoidxxoaUEdXE87ogMsQCJHXmn5Y8siETjI6BZ/KRPYE1s+uN/GkCNt5Zve2mOJ
            R1V8ko+8FE22n66DOzx5BfUW7q4h2RDSoAnLNBv8dqjqiq1ohzDjOWLRhp0IAXcEao+OKDKP73UfpmPEfI/blRhXpFC0ciwV3/tksRvgpyCLdSDGJDq4Dfvf
            KQtAXhwHCXgMPZwtkkNCiGmS93Z4ZH3Mx+mVCJoRGqtmVxs0m6nDb4Xdl2WOZrZ/kz9oGOrwTutt9iYNWGG6z7MP1URa8i57WEWjyYVwZhKJ7LJn4sk2hop4
            hUpKWhk93hYl9OTcx3GnTYGmYcKUV/kzZMGnqfs4AI3NfxuMsgkiQFafyW5tsMUizxZduvu1m1SXkb5J7/Sh/7Sj91Y850yrxlt608yUyK44XSFRmJ9Yw5aI
            09UNilHqfJ/ubLE07Xb8k7OwN8Yg6fq/0bDMDYzfzX2v1nRt170JO4im13kz0GFmXJD2A1HQ6ChGmEUa6xPfb3cT9+kUp7Wpe37S7zSuK7bE6nxMmfex0XnB
            3DwVMI+xsVgZwuYPDvS4YRV99KuAlcpD4ooDJH5n0faP8BhIzFKy84UBegvrX6DP5zEC4y6g//NnSerJhnRLtFMGikDRq5f1+vqphZaLszpWlMcN7ciQKJVD
            23xSXVikj8bcDF30c2dyR3MOmeYYWMvEOegs+Tp6gqKBjTVbTXuVJSF4CXFVCz9/hU5W68svj6n6NW+8ROVFIWkHMPNgNKWb+mO6qbZ/9Xaq+r/mH7vkZ0Sx
            i6rS/lNYMocIrZe860rY6SPRt4g3nxWMIfuQ9IIMmCMCWhzLrjn1uf0R9lUyjYn1CqX/dqRjtWULx03bneylpv09QXNOH35jGLy2UyHyiMnVbkuqAp3fsSRA
            VliVfR0Gb5yhbYkaJ3uAsOlXoca+EMjkrbg60Od9FAnJuwUkkGcSybNJyBbkL4k0h/ux/tTQi6vGFPU0cOqrdPfkSMdcvG102W9DmWKzZkSrqeWlNvnrqHS4
            f1Vbc/C2/IpCCbmSf8lBvuU4rvHnUAtAT/8cBRiu/PIw+mQCTERrVdKr8CDgME0wMTANBglghkgBZQMEAgEFAAQgoAWY7BWvr5vPo+KuSWDCymgF4i2EFBzp
            efz+H4qGY1YEFB27pkMLw1Th2tUnkaX3ZJXLDDhxAgInEA==
            """;
    static final char[] PASSWORD = "secret".toCharArray();

    static KeyStore store() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(new ByteArrayInputStream(Base64.getMimeDecoder().decode(STORE)), PASSWORD);
        return store;
    }

    static String check(X509Certificate certificate) {
        try {
            certificate.checkValidity();
            return "valid";
        } catch (CertificateException e) {
            return e.getClass().getSimpleName();
        }
    }

    static String handshake(KeyStore keys) throws Exception {
        KeyManagerFactory key = KeyManagerFactory.getInstance("PKIX");
        key.init(keys, PASSWORD);
        KeyStore authorities = KeyStore.getInstance("PKCS12");
        authorities.load(null, null);
        authorities.setCertificateEntry("ca", keys.getCertificate("ca"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(authorities);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(key.getKeyManagers(), trust.getTrustManagers(), null);
        InetAddress local = InetAddress.getLoopbackAddress();
        try (SSLServerSocket server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 1, local)) {
            Thread answering = new Thread(() -> {
                try (SSLSocket socket = (SSLSocket) server.accept()) {
                    socket.getOutputStream().write(socket.getInputStream().read() + 1);
                } catch (IOException e) {
                    // The client says why.
                }
            });
            answering.start();
            try (SSLSocket client = (SSLSocket) context.getSocketFactory().createSocket(local, server.getLocalPort())) {
                client.getOutputStream().write(41);
                return "answer " + client.getInputStream().read();
            } catch (IOException e) {
                Throwable cause = e;
                while (cause.getCause() != null) cause = cause.getCause();
                return cause.getClass().getSimpleName();
            } finally {
                answering.join();
            }
        }
    }

    static void print(KeyStore keys) throws Exception {
        System.out.println(Instant.now() + ": " + check((X509Certificate) keys.getCertificate("server")) + ", " + handshake(keys));
    }

    public static void main(String[] args) throws Exception {
        KeyStore keys = store();
        try (VirtualTime time = VirtualTime.builder().startAt(Instant.parse("2026-03-31T23:00:00Z")).open()) {
            print(keys);
            time.advance(Duration.ofHours(1));
            print(keys);
            time.advance(Duration.ofSeconds(1));
            print(keys);
        }
        try (VirtualTime time = VirtualTime.builder().startAt(Instant.parse("2025-12-31T23:59:59Z")).open()) {
            print(keys);
            time.advance(Duration.ofSeconds(1));
            print(keys);
        }
    }
}

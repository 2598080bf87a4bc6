/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/** BLAKE2b from Java. blake2b_jni.c is the other half, and says how to build both. */
public final class Blake2b {
    static {
        System.loadLibrary("blake2b_jni");
    }

    private Blake2b() {
    }

    /**
     * The digest of a message.
     *
     * @param length bytes of the digest, 1 to 64
     * @param message any number of bytes
     * @param key 0 to 64 bytes; null or empty means unkeyed
     * @throws IllegalArgumentException if a length is out of range
     */
    public static native byte[] digest(int length, byte[] message, byte[] key);

    /**
     * F as Ethereum's precompile encodes it (EIP-152). Charge for the rounds before the call: up to
     * 2^32 - 1 of them take minutes.
     *
     * @param input 213 bytes
     * @return 64 bytes
     * @throws IllegalArgumentException if the input has another length, or an invalid final flag
     */
    public static native byte[] eip152(byte[] input);

    private static String hex(byte[] bytes) {
        StringBuilder s = new StringBuilder();
        for (byte b : bytes) {
            s.append(String.format("%02x", b));
        }
        return s.toString();
    }

    private static void expect(byte[] found, String expected) {
        if (!hex(found).equals(expected)) {
            throw new AssertionError(hex(found) + " instead of " + expected);
        }
    }

    /** Known answers. */
    public static void main(String[] arguments) {
        byte[] abc = {'a', 'b', 'c'};
        byte[] key = new byte[64];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) i;
        }
        expect(digest(32, abc, null),
            "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
        expect(digest(16, abc, key), "a9f9ff5c38d7eda4899ab27d41b93372");
        expect(digest(32, new byte[100000], new byte[0]),
            "588dc97e86771fe2f7bebbd1ec9366d651101ab182e370b7865538bd2c9f2523");
        /* EIP-152, test vector 5. */
        String start = "0000000c48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5"
            + "d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b616263";
        byte[] input = new byte[213];
        for (int i = 0; i < start.length() / 2; i++) {
            input[i] = (byte) Integer.parseInt(start.substring(2 * i, 2 * i + 2), 16);
        }
        input[196] = 3;
        input[212] = 1;
        expect(eip152(input), "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
            + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
        int refused = 0;
        input[212] = 2;
        byte[][] inputs = {input, new byte[212], new byte[214], null};
        for (byte[] wrong : inputs) {
            try {
                eip152(wrong);
            } catch (IllegalArgumentException e) {
                refused++;
            }
        }
        int[] lengths = {-1, 0, 65, Integer.MIN_VALUE};
        for (int length : lengths) {
            try {
                digest(length, abc, null);
            } catch (IllegalArgumentException e) {
                refused++;
            }
        }
        try {
            digest(32, abc, new byte[65]);
        } catch (IllegalArgumentException e) {
            refused++;
        }
        try {
            digest(32, null, null);
        } catch (IllegalArgumentException e) {
            refused++;
        }
        if (refused != 10) {
            throw new AssertionError("only " + refused + " of 10 wrong calls were refused");
        }
        System.out.println("digests and F are right, wrong calls are refused");
    }
}

/// The function that derives UUIDs in PostgreSQL: those of RFC 9562, version 5, that the runtime derives.
///
/// The server has no SHA-1 without an extension.
enum DerivedUUID {
  static let name = "pg_temp.igata_derived_uuid"

  /// The statement that creates the function, which is gone with the session.
  ///
  /// Its first argument is the name of a field, the others are the parts of its owner's key, each after a letter for
  /// its type. A UUID is the namespace.
  static let creation = """
    CREATE FUNCTION \(name)("field" text, VARIADIC "keys" text[]) RETURNS uuid LANGUAGE plpgsql IMMUTABLE AS $igata$
    DECLARE
      "mask" constant bigint := 4294967295;
      "bytes" bytea;
      "count" integer;
      "words" bigint[] := array_fill(0::bigint, ARRAY[80], ARRAY[0]);
      "next" bigint;
      "h0" bigint := 1732584193; "h1" bigint := 4023233417; "h2" bigint := 2562383102;
      "h3" bigint := 271733878; "h4" bigint := 3285377520;
      "a" bigint; "b" bigint; "c" bigint; "d" bigint; "e" bigint;
    BEGIN
      IF cardinality("keys") = 1 AND left("keys"[1], 1) = 'u' THEN
        "bytes" := uuid_send(substr("keys"[1], 2)::uuid) || convert_to("field", 'UTF8');
      ELSE
        "bytes" := '\\x6b1e6f0a5d0c4f279d7b38e1520bc496'::bytea || convert_to((
          SELECT string_agg(octet_length(convert_to("key", 'UTF8')) || ':' || "key", '' ORDER BY "position")
          FROM unnest("keys") WITH ORDINALITY AS "part" ("key", "position")) || "field", 'UTF8');
      END IF;
      "count" := octet_length("bytes");
      "bytes" := "bytes" || '\\x80'::bytea || decode(repeat('00', (119 - "count" % 64) % 64), 'hex')
        || int8send("count"::bigint * 8);
      FOR "start" IN 0..(octet_length("bytes") - 64) BY 64 LOOP
        FOR "i" IN 0..15 LOOP
          "words"["i"] := (get_byte("bytes", "start" + "i" * 4)::bigint << 24)
            | (get_byte("bytes", "start" + "i" * 4 + 1) << 16) | (get_byte("bytes", "start" + "i" * 4 + 2) << 8)
            | get_byte("bytes", "start" + "i" * 4 + 3);
        END LOOP;
        FOR "i" IN 16..79 LOOP
          "next" := "words"["i" - 3] # "words"["i" - 8] # "words"["i" - 14] # "words"["i" - 16];
          "words"["i"] := (("next" << 1) | ("next" >> 31)) & "mask";
        END LOOP;
        "a" := "h0"; "b" := "h1"; "c" := "h2"; "d" := "h3"; "e" := "h4";
        FOR "i" IN 0..79 LOOP
          IF "i" < 20 THEN "next" := (("b" & "c") | ((~"b") & "d")) + 1518500249;
          ELSIF "i" < 40 THEN "next" := ("b" # "c" # "d") + 1859775393;
          ELSIF "i" < 60 THEN "next" := (("b" & "c") | ("b" & "d") | ("c" & "d")) + 2400959708;
          ELSE "next" := ("b" # "c" # "d") + 3395469782;
          END IF;
          "next" := ("next" + ((("a" << 5) | ("a" >> 27)) & "mask") + "e" + "words"["i"]) & "mask";
          "e" := "d"; "d" := "c"; "c" := (("b" << 30) | ("b" >> 2)) & "mask"; "b" := "a"; "a" := "next";
        END LOOP;
        "h0" := ("h0" + "a") & "mask"; "h1" := ("h1" + "b") & "mask"; "h2" := ("h2" + "c") & "mask";
        "h3" := ("h3" + "d") & "mask"; "h4" := ("h4" + "e") & "mask";
      END LOOP;
      RETURN encode(substr(int8send(("h0" << 32) | (("h1" & 4294905855) | 20480)), 1, 8)
        || int8send((((("h2" & 1073741823) | 2147483648) << 32)) | "h3"), 'hex')::uuid;
    END $igata$;
    """

  /// The statement that drops the function at the end.
  static let removal = "DROP FUNCTION \(name)(text, text[]);"
}

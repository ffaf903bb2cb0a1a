CREATE TYPE "user_role" AS ENUM ('ADMIN', 'member-of-a-team');
CREATE TABLE "users" ("id" TEXT NOT NULL, "email" VARCHAR(255) NOT NULL, "role" "user_role" NOT NULL DEFAULT
'member-of-a-team', "roles" "user_role"[], "tags" TEXT[] DEFAULT ARRAY['a', 'b"c']::TEXT[], "settings" JSONB NOT NULL
DEFAULT '{"theme": "dark"}', "balance" DECIMAL(12,2) NOT NULL DEFAULT 0, "big" BIGINT, "picture" BYTEA, "token" TEXT
NOT NULL, "code" TEXT NOT NULL DEFAULT upper('x'), "place" point, "created_at" TIMESTAMP(3) NOT NULL DEFAULT
CURRENT_TIMESTAMP, "updated_at" TIMESTAMPTZ(6) NOT NULL, "manager_id" TEXT, CONSTRAINT "users_pkey" PRIMARY KEY
("id"));
CREATE TABLE "Profile" ("userId" TEXT NOT NULL, "bio" TEXT NOT NULL DEFAULT '', CONSTRAINT "Profile_pkey" PRIMARY KEY
("userId"));
CREATE TABLE "Post" ("id" SERIAL NOT NULL, "slug" TEXT NOT NULL, "authorId" TEXT NOT NULL, "reviewerEmail"
VARCHAR(255), CONSTRAINT "Post_pkey" PRIMARY KEY ("id"));
CREATE TABLE "Category" ("id" UUID NOT NULL, "name" TEXT NOT NULL, CONSTRAINT "Category_pkey" PRIMARY KEY ("id"));
CREATE TABLE "Like" ("postId" INTEGER NOT NULL, "userId" TEXT NOT NULL, "day" TIMESTAMP(0) NOT NULL, CONSTRAINT
"Like_pkey" PRIMARY KEY ("postId", "userId"));
CREATE TABLE "Log" ("line" TEXT NOT NULL);
CREATE TABLE "_Follows" ("A" TEXT NOT NULL, "B" TEXT NOT NULL, CONSTRAINT "_Follows_AB_pkey" PRIMARY KEY ("A", "B"));
CREATE TABLE "_CategoryToPost" ("A" UUID NOT NULL, "B" INTEGER NOT NULL);
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE INDEX "users_role_created_at_idx" ON "users"("role", "created_at" DESC);
CREATE UNIQUE INDEX "Post_authorId_slug_key" ON "Post"("authorId", "slug");
CREATE INDEX "Category_name_idx" ON "Category" USING HASH ("name");
CREATE INDEX "_Follows_B_index" ON "_Follows"("B");
CREATE UNIQUE INDEX "_CategoryToPost_AB_unique" ON "_CategoryToPost"("A", "B");
CREATE INDEX "_CategoryToPost_B_index" ON "_CategoryToPost"("B");
ALTER TABLE "users" ADD CONSTRAINT "users_manager_id_fkey" FOREIGN KEY ("manager_id") REFERENCES "users"("id") ON
DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Profile" ADD CONSTRAINT "Profile_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE
CASCADE ON UPDATE CASCADE;
ALTER TABLE "Post" ADD CONSTRAINT "Post_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "users"("id") ON DELETE NO
ACTION ON UPDATE NO ACTION;
ALTER TABLE "Post" ADD CONSTRAINT "Post_reviewerEmail_fkey" FOREIGN KEY ("reviewerEmail") REFERENCES "users"("email")
ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Like" ADD CONSTRAINT "Like_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE
ON UPDATE CASCADE;
ALTER TABLE "_Follows" ADD CONSTRAINT "_Follows_A_fkey" FOREIGN KEY ("A") REFERENCES "users"("id") ON DELETE CASCADE
ON UPDATE CASCADE;
ALTER TABLE "_Follows" ADD CONSTRAINT "_Follows_B_fkey" FOREIGN KEY ("B") REFERENCES "users"("id") ON DELETE CASCADE
ON UPDATE CASCADE;
ALTER TABLE "_CategoryToPost" ADD CONSTRAINT "_CategoryToPost_A_fkey" FOREIGN KEY ("A") REFERENCES "Category"("id")
ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "_CategoryToPost" ADD CONSTRAINT "_CategoryToPost_B_fkey" FOREIGN KEY ("B") REFERENCES "Post"("id") ON
DELETE CASCADE ON UPDATE CASCADE;
CREATE VIEW "Totals" AS SELECT "id" FROM "Post";

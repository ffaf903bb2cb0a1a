CREATE TABLE `word` (
  `text` varchar(255) COLLATE utf8mb4_nopad_bin NOT NULL,
  CONSTRAINT `word_pkey` PRIMARY KEY (`text`)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- A leaf
--
-- with documentation.
-- 'leaf_number_key' is not unique here: WHERE rank > 1
-- 'parent_id' has no check here: range(1...)
CREATE TABLE `leaf` (
  `id` bigint AUTO_INCREMENT,
  -- The one above.
  `parent_id` bigint,
  `word` varchar(255) COLLATE utf8mb4_nopad_bin,
  `code` varbinary(255),
  `letter` varchar(255) COLLATE utf8mb4_nopad_bin NOT NULL DEFAULT 'it''s',
  `row` int NOT NULL,
  `number` int NOT NULL,
  `rank` int NOT NULL DEFAULT 1,
  `ratio` double,
  `numbers` json NOT NULL DEFAULT '[1,2]',
  CONSTRAINT `leaf_pkey` PRIMARY KEY (`id`),
  CONSTRAINT `leaf_word_key` UNIQUE (`word`, `code`),
  CONSTRAINT `leaf_code_length` CHECK (octet_length(`code`) <= 8),
  CONSTRAINT `leaf_letter_case` CHECK (`letter` IN ('a', 'it''s', 'b\\c')),
  CONSTRAINT `leaf_rank_range` CHECK (`rank` BETWEEN 1 AND 10),
  CONSTRAINT `leaf_ratio_range` CHECK (`ratio` >= 0 AND `ratio` < 1),
  CONSTRAINT `leaf_numbers_type` CHECK (json_type(`numbers`) = 'ARRAY'),
  CONSTRAINT `leaf_numbers_length` CHECK (json_length(`numbers`) >= 1),
  CONSTRAINT `leaf_parent_id_fkey` FOREIGN KEY (`parent_id`) REFERENCES `leaf` (`id`) ON DELETE SET NULL,
  CONSTRAINT `leaf_word_fkey` FOREIGN KEY (`word`) REFERENCES `word` (`text`) ON DELETE RESTRICT
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE UNIQUE INDEX `leaf_word_rank_key` ON `leaf` (`row` DESC, `rank`);

CREATE INDEX `leaf_number_key` ON `leaf` (`number`);

CREATE INDEX `leaf_letter_idx` ON `leaf` (`letter`, `rank` DESC);

CREATE INDEX `leaf_ratio_idx` ON `leaf` (`ratio`);

CREATE INDEX `leaf_parent_id_idx` ON `leaf` (`parent_id`);

CREATE INDEX `leaf_code_idx` ON `leaf` (`code`);

CREATE INDEX `leaf_row_number_idx` ON `leaf` (`row`, `number`);

CREATE TABLE ```a``b``` (
  `code` varbinary(255) NOT NULL,
  CONSTRAINT ```a``b``_pkey` PRIMARY KEY (`code`)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE `longlonglonglonglonglonglonglonglonglonglonglonglonglon_a1172093` (
  `row` int NOT NULL,
  `number` int NOT NULL,
  CONSTRAINT `longlonglonglonglonglonglonglonglonglonglonglonglonglon_1071276b` PRIMARY KEY (`row`, `number`),
  CONSTRAINT `longlonglonglonglonglonglonglonglonglonglonglonglonglon_81e1fbcb` CHECK (`number` >= 0)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

ALTER TABLE `leaf` ADD CONSTRAINT `leaf_code_fkey` FOREIGN KEY (`code`) REFERENCES ```a``b``` (`code`) ON DELETE NO ACTION;

ALTER TABLE `leaf` ADD CONSTRAINT `leaf_row_number_fkey` FOREIGN KEY (`row`, `number`) REFERENCES `longlonglonglonglonglonglonglonglonglonglonglonglonglon_a1172093` (`row`, `number`) ON DELETE CASCADE;

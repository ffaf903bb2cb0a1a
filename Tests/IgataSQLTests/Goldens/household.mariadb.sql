CREATE TABLE `settings` (
  `id` binary(16) NOT NULL,
  `month_starts_on` smallint NOT NULL DEFAULT 1,
  `warn_below` bigint NOT NULL DEFAULT 0,
  CONSTRAINT `settings_pkey` PRIMARY KEY (`id`),
  CONSTRAINT `settings_month_starts_on_range` CHECK (`month_starts_on` BETWEEN 1 AND 28)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE `person` (
  `id` binary(16) NOT NULL,
  `name` longtext COLLATE utf8mb4_nopad_bin NOT NULL,
  `email` longtext COLLATE utf8mb4_nopad_bin,
  CONSTRAINT `person_pkey` PRIMARY KEY (`id`),
  CONSTRAINT `person_email_key` UNIQUE (`email`),
  CONSTRAINT `person_name_length` CHECK (char_length(`name`) BETWEEN 1 AND 100)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE `tag` (
  `name` varchar(255) COLLATE utf8mb4_nopad_bin NOT NULL,
  CONSTRAINT `tag_pkey` PRIMARY KEY (`name`)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE `accounts` (
  `id` binary(16) NOT NULL,
  `name` varchar(255) COLLATE utf8mb4_nopad_bin NOT NULL DEFAULT '',
  `kind` varchar(255) COLLATE utf8mb4_nopad_bin NOT NULL DEFAULT 'cash',
  `initial_amount` bigint NOT NULL DEFAULT 0,
  `owner_id` binary(16) NOT NULL,
  `parent_id` binary(16),
  `settings_id` binary(16),
  `comment` longtext COLLATE utf8mb4_nopad_bin NOT NULL DEFAULT '',
  `asked_for_delete` boolean NOT NULL DEFAULT false,
  CONSTRAINT `accounts_pkey` PRIMARY KEY (`id`),
  CONSTRAINT `accounts_owner_id_name_key` UNIQUE (`owner_id`, `name`),
  CONSTRAINT `accounts_settings_id_key` UNIQUE (`settings_id`),
  CONSTRAINT `accounts_kind_case` CHECK (`kind` IN ('cash', 'bank', 'credit-card')),
  CONSTRAINT `accounts_asked_for_delete_type` CHECK (`asked_for_delete` IN (0, 1)),
  CONSTRAINT `accounts_owner_id_fkey` FOREIGN KEY (`owner_id`) REFERENCES `person` (`id`) ON DELETE CASCADE,
  CONSTRAINT `accounts_parent_id_fkey` FOREIGN KEY (`parent_id`) REFERENCES `accounts` (`id`) ON DELETE SET NULL,
  CONSTRAINT `accounts_settings_id_fkey` FOREIGN KEY (`settings_id`) REFERENCES `settings` (`id`) ON DELETE SET NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE INDEX `accounts_kind_name_idx` ON `accounts` (`kind`, `name`);

CREATE INDEX `accounts_parent_id_idx` ON `accounts` (`parent_id`);

CREATE TABLE `accounts_tags` (
  `account_id` binary(16) NOT NULL,
  `position` bigint NOT NULL,
  `tag_name` varchar(255) COLLATE utf8mb4_nopad_bin NOT NULL,
  CONSTRAINT `accounts_tags_pkey` PRIMARY KEY (`account_id`, `tag_name`),
  CONSTRAINT `accounts_tags_account_id_fkey` FOREIGN KEY (`account_id`) REFERENCES `accounts` (`id`) ON DELETE CASCADE,
  CONSTRAINT `accounts_tags_tag_name_fkey` FOREIGN KEY (`tag_name`) REFERENCES `tag` (`name`) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE INDEX `accounts_tags_tag_name_idx` ON `accounts_tags` (`tag_name`);

CREATE TABLE `entry` (
  `id` bigint AUTO_INCREMENT,
  `account_id` binary(16) NOT NULL,
  `amount` bigint NOT NULL,
  `note` longtext COLLATE utf8mb4_nopad_bin,
  `at` datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  CONSTRAINT `entry_pkey` PRIMARY KEY (`id`),
  CONSTRAINT `entry_account_id_fkey` FOREIGN KEY (`account_id`) REFERENCES `accounts` (`id`) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE INDEX `entry_at_idx` ON `entry` (`at`);

CREATE INDEX `entry_account_id_idx` ON `entry` (`account_id`);

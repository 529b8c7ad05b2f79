/**
 * What a webhook posts to: a program that verifies signatures, or an ntfy server, which shows notifications of a topic.
 * `sealed_secret` of the latter is its access token, or an empty text.
 */
export const notificationServices = [
  `alter table webhooks add column kind text not null default 'webhook' check (kind in ('webhook', 'ntfy'))`,
  `alter table webhooks add column topic text check ((topic is not null) = (kind = 'ntfy'))`,
]

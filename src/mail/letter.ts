import type { UserRow } from '@/db/queries/users'
import { fillText } from '@/lib/text'
import type { Device } from '@/lib/user-agent'
import german from '@/reference/locales/de/mail.json'
import english from '@/reference/locales/en/mail.json'
import spanish from '@/reference/locales/es/mail.json'
import french from '@/reference/locales/fr/mail.json'
import italian from '@/reference/locales/it/mail.json'
import dutch from '@/reference/locales/nl/mail.json'
import polish from '@/reference/locales/pl/mail.json'
import portuguese from '@/reference/locales/pt/mail.json'
import { mailDate } from './dates'

export type TextKey = keyof typeof english

/** Languages of mails; users of any other language get English. */
const CATALOGUES: Record<string, Partial<Record<TextKey, string>>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pl: polish,
  pt: portuguese,
}

/** A text in the reader's language, `{name}` replaced by the value of that name. */
export type Translate = (key: TextKey, values?: Record<string, string>) => string

/** The texts of a language, each in English where it has none. */
export function translator(language: string): Translate {
  const catalogue = CATALOGUES[language] ?? {}
  return (key, values = {}) => fillText(catalogue[key] ?? english[key], values)
}

/** The language a mail will be in. */
export const languageOfMail = (language: string): string =>
  language in CATALOGUES ? language : 'en'

/** One part of a mail, in the order of reading. */
export type Block =
  | { kind: 'text'; text: string }
  /** A link that the reader is expected to follow. */
  | { kind: 'action'; label: string; url: string }
  /** Words of somebody else: a reason, a comment. */
  | { kind: 'quote'; text: string }
  /** A picture, with what it shows in words. */
  | { kind: 'image'; text: string; url: string }
  /** What matters less. */
  | { kind: 'note'; text: string }

/** What a mail says, before it is written as text and HTML. */
export interface MailContent {
  /** Without the product's name, which is put before it. */
  subject: string
  blocks: Block[]
}

export const text = (words: string): Block => ({ kind: 'text', text: words })
export const action = (label: string, url: string): Block => ({ kind: 'action', label, url })
export const quote = (words: string): Block => ({ kind: 'quote', text: words })
export const note = (words: string): Block => ({ kind: 'note', text: words })
export const image = (words: string, url: string): Block => ({ kind: 'image', text: words, url })

/** Who gets a mail, and what decides how it is written. */
export type Recipient = Pick<
  UserRow,
  'username' | 'email' | 'language' | 'timezone' | 'date_format'
>

/** What a message needs to write to somebody. */
export interface Letter {
  username: string
  text: Translate
  /** The address of a page of this server, from its path. */
  link: (path: string) => string
  /** A date and time as the recipient reads it. */
  date: (instant: number) => string
}

/** One kind of mail, filled with what it is about. */
export type Message = (letter: Letter) => MailContent

/** The letter to somebody, from the server at `uiUrl`. */
export function letterTo(recipient: Recipient, uiUrl: string): Letter {
  return {
    username: recipient.username,
    text: translator(recipient.language),
    link: (path) => `${uiUrl}${path}`,
    date: (instant) => mailDate(instant, recipient),
  }
}

/** Where a request came from, when that is known. */
export const askedFrom = ({ text }: Letter, device: Device | undefined): Block[] =>
  device ? [note(text('common.device', { os: device.os, browser: device.browser }))] : []

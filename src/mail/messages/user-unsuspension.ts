import { text } from '@/mail/content'
import type { Message } from '@/mail/letter'
import { reasonFor } from '@/mail/sanctions'

/** Tells that the account is no longer suspended. */
export const userUnsuspension =
  (reason: string | null): Message =>
  (letter) => ({
    subject: letter.text('user_unsuspension.subject'),
    blocks: [text(letter.text('user_unsuspension.intro')), ...reasonFor(letter, reason)],
  })

import { text } from '@/mail/content'
import type { Message } from '@/mail/letter'
import { appealAt, reasonFor } from '@/mail/sanctions'

/** Tells that the account is suspended, and where to appeal. */
export const userSuspension =
  (reason: string | null): Message =>
  (letter) => ({
    subject: letter.text('user_suspension.subject'),
    blocks: [
      text(letter.text('user_suspension.intro')),
      ...reasonFor(letter, reason),
      appealAt(letter, '/profile/suspension'),
    ],
  })

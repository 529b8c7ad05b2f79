import { text } from '@/mail/content'
import type { Message } from '@/mail/letter'
import { about, type SanctionedContent, seeContent } from '@/mail/sanctions'

/** Tells that a warning is void. */
export const userWarningLifting =
  (content: SanctionedContent | undefined): Message =>
  (letter) => ({
    subject: letter.text('user_warning_lifting.subject', { username: letter.username }),
    blocks: [
      text(letter.text('user_warning_lifting.intro')),
      ...about(letter, content),
      ...seeContent(letter, content),
    ],
  })

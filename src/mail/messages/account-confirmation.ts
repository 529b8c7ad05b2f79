import { action, note, text } from '@/mail/content'
import type { Message } from '@/mail/letter'

/** Asks a new user to confirm the address. */
export const accountConfirmation =
  (token: string): Message =>
  (letter) => ({
    subject: letter.text('account_confirmation.subject'),
    blocks: [
      text(letter.text('account_confirmation.intro')),
      action(
        letter.text('account_confirmation.action'),
        letter.link(`/account-confirmation?token=${token}`),
      ),
      note(letter.text('account_confirmation.not_you')),
    ],
  })

import type { Device } from '@/lib/user-agent'
import { action, note, text } from '@/mail/content'
import { askedFrom, type Message } from '@/mail/letter'

/** Brings the link with which a new password is chosen. */
export const passwordResetRequest =
  ({ token, device }: { token: string; device: Device | undefined }): Message =>
  (letter) => ({
    subject: letter.text('password_reset_request.subject'),
    blocks: [
      text(
        letter.text('password_reset_request.intro', {
          delay: letter.text('password_reset_request.delay'),
        }),
      ),
      action(
        letter.text('password_reset_request.action'),
        letter.link(`/password-reset?token=${token}`),
      ),
      ...askedFrom(letter, device),
      note(letter.text('password_reset_request.not_you')),
    ],
  })

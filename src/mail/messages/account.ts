import type { Device } from '@/lib/user-agent'
import { action, askedFrom, type Message, note, text } from '@/mail/letter'

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

/** Warns at the current address that `email` is to replace it. */
export const emailUpdateToCurrentEmail =
  ({ email, device }: { email: string; device: Device | undefined }): Message =>
  (letter) => ({
    subject: letter.text('email_update_to_current_email.subject'),
    blocks: [
      text(letter.text('email_update_to_current_email.intro', { email })),
      ...askedFrom(letter, device),
      note(letter.text('email_update_to_current_email.not_you')),
    ],
  })

/** Asks at the new address to confirm it. */
export const emailUpdateToNewEmail =
  ({ token, device }: { token: string; device: Device | undefined }): Message =>
  (letter) => ({
    subject: letter.text('email_update_to_new_email.subject'),
    blocks: [
      text(letter.text('email_update_to_new_email.intro')),
      action(
        letter.text('email_update_to_new_email.action'),
        letter.link(`/email-update?token=${token}`),
      ),
      ...askedFrom(letter, device),
      note(letter.text('email_update_to_new_email.not_you')),
    ],
  })

/** Tells that the password was changed. */
export const passwordChange =
  (device: Device | undefined): Message =>
  (letter) => ({
    subject: letter.text('password_change.subject'),
    blocks: [
      text(letter.text('password_change.intro')),
      ...askedFrom(letter, device),
      note(letter.text('password_change.not_you')),
    ],
  })

/** Sends the link for choosing a new password. */
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

/** Tells that the archive of somebody's data can be fetched. */
export const dataExportReady: Message = (letter) => ({
  subject: letter.text('data_export_ready.subject'),
  blocks: [
    text(letter.text('data_export_ready.intro')),
    action(letter.text('data_export_ready.action'), letter.link('/profile/edit/account')),
  ],
})

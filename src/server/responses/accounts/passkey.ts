import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate, formatHttpDateOrNull } from '@/lib/time/http-date'
import { flag, nullable, numericId, text, timestamp } from '@/server/responses/fields'
import type { PasskeyRow } from '@/store/db/queries/accounts/passkeys'

export const passkey = Type.Object(
  {
    created_at: timestamp('When it was added.'),
    id: numericId('Number of the passkey in URLs of this API.'),
    is_synced: flag('Whether a password manager stores it on several devices.'),
    last_used_at: nullable(timestamp('When it last logged its user in.')),
    name: text('What the user calls it.'),
  },
  { $id: 'Passkey', description: 'A passkey (WebAuthn) of an account.' },
)

export const presentPasskey = (row: PasskeyRow): Static<typeof passkey> => ({
  created_at: formatHttpDate(row.created_at),
  id: row.id,
  is_synced: row.is_backed_up === 1,
  last_used_at: formatHttpDateOrNull(row.last_used_at),
  name: row.name,
})

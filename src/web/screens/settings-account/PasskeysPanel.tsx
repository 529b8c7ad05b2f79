import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { type Passkey, passkeysQuery } from '@/web/api/accounts/passkeys'
import { Dialog } from '@/web/components/feedback/Dialog'
import { LoadError } from '@/web/components/feedback/LoadError'
import lists from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { Panel } from '@/web/components/page/Panel'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import type { PasskeyChange } from './PasskeyForm'

const PasskeyForm = lazy(() =>
  import('./PasskeyForm').then(({ PasskeyForm }) => ({ default: PasskeyForm })),
)

const titleOf = (change: PasskeyChange) => {
  if (change.kind === 'add') return t('passkeys.add')
  const { name } = change.passkey
  return t(change.kind === 'rename' ? 'passkeys.renameTitle' : 'passkeys.removeTitle', { name })
}

/** The passkeys of the account. Hidden if everyone has to log in elsewhere. */
export function PasskeysPanel() {
  const isOffered = useQuery(configQuery).data?.login_methods.passkey ?? false
  const list = useQuery({ ...passkeysQuery, enabled: isOffered })
  const [change, setChange] = useState<PasskeyChange | null>(null)
  const close = () => setChange(null)
  if (!isOffered) return null
  const passkeys = list.data ?? []
  return (
    <Panel title={t('passkeys.title')} text={t('passkeys.lead')}>
      <LoadError queries={[list]} />
      {list.data && passkeys.length === 0 && <p>{t('passkeys.none')}</p>}
      {passkeys.length > 0 && (
        <ul className={lists.list} aria-label={t('passkeys.title')}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyItem passkey={passkey} onChange={setChange} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button aria-haspopup="dialog" onClick={() => setChange({ kind: 'add' })}>
          {t('passkeys.add')}
        </Button>
      </div>
      <Dialog title={change ? titleOf(change) : ''} opened={change !== null} onClose={close}>
        <Suspense>{change && <PasskeyForm change={change} onDone={close} />}</Suspense>
      </Dialog>
    </Panel>
  )
}

function PasskeyItem({
  passkey,
  onChange,
}: {
  passkey: Passkey
  onChange: (change: PasskeyChange) => void
}) {
  const preferences = usePreferences()
  const date = (text: string) => formatDate(new Date(text), preferences)
  const { name, created_at: added, last_used_at: used, is_synced: isSynced } = passkey
  return (
    <ItemRow
      name={name}
      facts={[
        `${t('passkeys.since', { date: date(added) })} · ${used ? t('identities.used', { date: date(used) }) : t('tokens.unused')}`,
        isSynced && t('passkeys.synced'),
      ]}
    >
      {(['rename', 'remove'] as const).map((kind) => (
        <Button
          key={kind}
          variant="default"
          size="sm"
          aria-haspopup="dialog"
          onClick={() => onChange({ kind, passkey })}
        >
          {t(`passkeys.${kind}`)}
        </Button>
      ))}
    </ItemRow>
  )
}

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { configQuery } from '@/web/api/accounts/config'
import {
  type Identity,
  identitiesQuery,
  refreshIdentities,
  startLinking,
  unlinkIdentity,
} from '@/web/api/accounts/external-login'
import { Dialog } from '@/web/components/feedback/Dialog'
import { LoadError } from '@/web/components/feedback/LoadError'
import lists from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { Panel } from '@/web/components/page/Panel'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { PasswordForm } from './PasswordForm'

const openPage = (url: string) => window.location.assign(url)

/** The provider's logins that are linked to the account. Shown if the server has a provider. */
export function IdentitiesPanel() {
  const provider = useQuery(configQuery).data?.login_methods.provider ?? null
  const list = useQuery({ ...identitiesQuery, enabled: provider !== null })
  if (provider === null) return null
  const { identities = [], has_password: hasPassword = true } = list.data ?? {}
  return (
    <Panel title={t('identities.title', { provider })} text={t('identities.lead', { provider })}>
      <LoadError queries={[list]} />
      {identities.length > 0 && (
        <ul className={lists.list} aria-label={t('identities.title', { provider })}>
          {identities.map((identity) => (
            <li key={identity.id}>
              <IdentityItem identity={identity} hasPassword={hasPassword} />
            </li>
          ))}
        </ul>
      )}
      {list.data && (
        <LinkButton
          provider={provider}
          hasPassword={hasPassword}
          isFirst={identities.length === 0}
        />
      )}
    </Panel>
  )
}

function IdentityItem({ identity, hasPassword }: { identity: Identity; hasPassword: boolean }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const [opened, { open, close }] = useDisclosure(false)
  const unlinking = useMutation({
    mutationFn: (password: string) => unlinkIdentity({ id: identity.id, password }),
    onSuccess: () => refreshIdentities(client),
  })
  const date = (text: string) => formatDate(new Date(text), preferences)
  const { name, created_at: since, last_login_at: used } = identity
  return (
    <ItemRow
      name={name}
      facts={[
        t('identities.since', { date: date(since) }),
        used && t('identities.used', { date: date(used) }),
      ]}
    >
      <Button variant="default" size="sm" aria-haspopup="dialog" onClick={open}>
        {t('identities.unlink')}
      </Button>
      <Dialog title={t('identities.unlinkTitle', { name })} opened={opened} onClose={close}>
        <PasswordForm
          text={t('identities.unlinkText')}
          submit={t('identities.unlink')}
          hasPassword={hasPassword}
          action={unlinking}
        />
      </Dialog>
    </ItemRow>
  )
}

/** Opens the provider's page at which the user logs in. */
function LinkButton({
  provider,
  hasPassword,
  isFirst,
}: {
  provider: string
  hasPassword: boolean
  isFirst: boolean
}) {
  const [opened, { open, close }] = useDisclosure(false)
  const linking = useMutation({ mutationFn: startLinking, onSuccess: openPage })
  const label = t('identities.link', { provider })
  return (
    <div>
      <Button variant={isFirst ? 'filled' : 'default'} aria-haspopup="dialog" onClick={open}>
        {label}
      </Button>
      <Dialog title={label} opened={opened} onClose={close}>
        <PasswordForm
          text={t('identities.lead', { provider })}
          submit={label}
          hasPassword={hasPassword}
          action={linking}
        />
      </Dialog>
    </div>
  )
}

import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { startTwoFactor, twoFactorQuery } from '@/web/api/accounts/two-factor'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { Dialog } from '@/web/components/feedback/Dialog'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Panel } from '@/web/components/page/Panel'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './ExportPanel.module.css'

const TwoFactorSetup = lazy(() =>
  import('./TwoFactorSetup').then(({ TwoFactorSetup }) => ({ default: TwoFactorSetup })),
)
const TwoFactorChange = lazy(() =>
  import('./TwoFactorSetup').then(({ TwoFactorChange }) => ({ default: TwoFactorChange })),
)

/** What the dialog changes. */
type Change = 'enable' | 'newCodes' | 'disable'

const TITLES = {
  enable: 'twoFactor.enable',
  newCodes: 'twoFactor.newCodes',
  disable: 'twoFactor.disable',
} as const

/** Whether a login with the password requires a code of an authenticator app. */
export function TwoFactorPanel() {
  const state = useQuery(twoFactorQuery)
  const [change, setChange] = useState<Change | null>(null)
  // Do not cache the secret.
  const start = useMutation({ mutationFn: startTwoFactor, gcTime: 0 })
  const close = () => {
    setChange(null)
    start.reset()
  }
  return (
    <Panel title={t('twoFactor.title')} text={t('twoFactor.lead')}>
      <LoadError queries={[state]} />
      <ErrorNote error={start.error} />
      {state.data?.enabled_at === null && (
        <div>
          <BusyButton
            busy={start.isPending}
            aria-haspopup="dialog"
            onClick={() => start.mutate(undefined, { onSuccess: () => setChange('enable') })}
          >
            {t('twoFactor.enable')}
          </BusyButton>
        </div>
      )}
      {state.data?.enabled_at && (
        <Enabled
          since={state.data.enabled_at}
          recoveryCodes={state.data.recovery_codes}
          onChange={setChange}
        />
      )}
      <Dialog title={change ? t(TITLES[change]) : ''} opened={change !== null} onClose={close}>
        <Suspense>
          {change === 'enable' && start.data && <TwoFactorSetup {...start.data} onDone={close} />}
          {change && change !== 'enable' && <TwoFactorChange change={change} onDone={close} />}
        </Suspense>
      </Dialog>
    </Panel>
  )
}

function Enabled({
  since,
  recoveryCodes,
  onChange,
}: {
  since: string
  recoveryCodes: number
  onChange: (change: Change) => void
}) {
  const preferences = usePreferences()
  const date = formatDate(new Date(since), preferences)
  return (
    <>
      <p className={classes.line}>
        {t('twoFactor.since', { date })} {t('twoFactor.left', { count: recoveryCodes })}
      </p>
      <div className={classes.buttons}>
        {(['newCodes', 'disable'] as const).map((change) => (
          <Button
            key={change}
            variant="default"
            aria-haspopup="dialog"
            onClick={() => onChange(change)}
          >
            {t(TITLES[change])}
          </Button>
        ))}
      </div>
    </>
  )
}

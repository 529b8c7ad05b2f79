import { useMutation } from '@tanstack/react-query'
import { type ServerState, sendTestMail } from '@/web/api/client/operations'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Notice } from '@/web/components/feedback/Notice'
import { Facts } from '@/web/components/numbers/Facts'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Panel } from '@/web/components/page/Panel'
import { Badge } from '@/web/components/people/Badge'
import { t } from '@/web/i18n/text'
import { Moment } from './Moment'

/** The messages that wait to be sent, and a button that shows whether the mail server accepts any. */
export function MailPanel({ queue }: { queue: ServerState['mail'] }) {
  const title = t('operations.mail')
  if (!queue)
    return (
      <Panel title={title}>
        <p>
          {t('operations.mailOff')} <HandbookLink topic="email" />
        </p>
      </Panel>
    )
  const { last_error, oldest_at, waiting } = queue
  return (
    <Panel title={title}>
      <Facts
        facts={[
          [t('operations.mailWaiting'), waiting],
          ...(oldest_at
            ? [[t('operations.mailOldest'), <Moment key="oldest" at={oldest_at} />] as const]
            : []),
          ...(last_error
            ? [
                [
                  t('operations.mailError'),
                  <Badge key="error" tone="bad">
                    <span lang="en">{last_error}</span>
                  </Badge>,
                ] as const,
              ]
            : []),
        ]}
      />
      <TestMail />
      <HandbookLink topic="email" />
    </Panel>
  )
}

function TestMail() {
  const test = useMutation({ mutationFn: sendTestMail })
  const { data: result } = test
  return (
    <>
      <ErrorNote error={test.error} />
      {result && (
        <Notice>
          {result.is_accepted
            ? t('operations.testAccepted', { address: result.to })
            : t('operations.testRejected', { reason: result.error ?? '' })}
        </Notice>
      )}
      <div>
        <BusyButton variant="default" busy={test.isPending} onClick={() => test.mutate()}>
          {t('operations.testMail')}
        </BusyButton>
      </div>
    </>
  )
}

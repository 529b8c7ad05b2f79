import { Switch } from '@mantine/core'
import {
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  deletePushDevice,
  type PushDevice,
  pushQuery,
  refreshPush,
  testPushDevice,
} from '@/web/api/accounts/push'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Notice } from '@/web/components/feedback/Notice'
import lists from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Panel } from '@/web/components/page/Panel'
import { Badge } from '@/web/components/people/Badge'
import { formatDate } from '@/web/format/dates'
import { formatDevice } from '@/web/format/device'
import { type TextKey, t } from '@/web/i18n/text'
import { type PushState, pushStateQuery, startPush, stopPush } from '@/web/offline/push-device'
import { usePreferences } from '@/web/state/preferences'

/** A change of the devices, after which the list and the state of this one are read again, also when it failed. */
function useChange<Input = void>(
  change: (input: Input) => Promise<void>,
): UseMutationResult<void, Error, Input> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([
        refreshPush(client),
        client.invalidateQueries({ queryKey: pushStateQuery.queryKey }),
      ]),
  })
}

/** The devices that get notifications by Web Push, and a switch for this one. */
export function PushPanel() {
  const list = useQuery(pushQuery)
  const devices = list.data?.subscriptions ?? []
  return (
    <Panel title={t('push.title')} text={t('push.lead')}>
      <LoadError queries={[list]} />
      {list.data && (
        <DeviceSwitch
          publicKey={list.data.public_key}
          device={devices.find(({ is_current }) => is_current)}
        />
      )}
      {devices.length > 0 && (
        <ul className={lists.list} aria-label={t('push.title')}>
          {devices.map((device) => (
            <DeviceItem key={device.id} device={device} />
          ))}
        </ul>
      )}
      <HandbookLink topic="app" section="notifications" />
    </Panel>
  )
}

/** Why notifications cannot be turned on. */
const OBSTACLES: Partial<Record<PushState, TextKey>> = {
  missing: 'push.missing',
  uninstalled: 'push.uninstalled',
  denied: 'push.denied',
}

/** Turns notifications on this device on and off. `device` is the one of this session. */
function DeviceSwitch({
  publicKey,
  device,
}: {
  publicKey: string
  device: PushDevice | undefined
}) {
  const { data: state } = useQuery(pushStateQuery)
  const isOn = device !== undefined && state === 'subscribed'
  const switching = useChange(async (isWanted: boolean) => {
    if (isWanted) await startPush(publicKey)
    else if (device) await stopPush(device.id)
  })
  const obstacle = state && OBSTACLES[state]
  return (
    <>
      <Switch
        label={t('push.switch')}
        {...(obstacle && { description: t(obstacle) })}
        disabled={state === undefined || obstacle !== undefined || switching.isPending}
        size="md"
        checked={switching.isPending ? switching.variables : isOn}
        onChange={({ currentTarget }) => switching.mutate(currentTarget.checked)}
      />
      <ErrorNote error={switching.error} />
    </>
  )
}

function DeviceItem({ device }: { device: PushDevice }) {
  const { id, created_at, is_current } = device
  const preferences = usePreferences()
  const name = formatDevice(device)
  const test = useChange(() => testPushDevice(id))
  const deletion = useChange(() => (is_current ? stopPush(id) : deletePushDevice(id)))
  return (
    <li>
      <ItemRow
        name={name}
        badges={is_current && <Badge tone="good">{t('sessions.current')}</Badge>}
        facts={[t('push.since', { date: formatDate(new Date(created_at), preferences) })]}
        error={test.error}
      >
        <BusyButton variant="default" size="sm" busy={test.isPending} onClick={() => test.mutate()}>
          {t('push.test')}
        </BusyButton>
        <ConfirmButton
          label={t('push.delete')}
          title={t('push.deleteTitle', { name })}
          text={t('push.deleteText')}
          confirm={t('push.delete')}
          action={deletion}
        />
      </ItemRow>
      {test.isSuccess && <Notice>{t('push.tested')}</Notice>}
    </li>
  )
}

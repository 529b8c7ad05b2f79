import { Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '@/web/i18n/text'
import { deleteOfflineWorkouts, startOfflineReading } from '@/web/offline/offline-reading'
import { getSessionAccount } from '@/web/state/account'
import { setOfflineAccount, useOfflineReading } from '@/web/state/offline-reading'

/** A switch that stores the latest workouts in this browser, so that they can be read without a connection. */
export function OfflineSwitch() {
  const client = useQueryClient()
  const isOn = useOfflineReading()
  // Over plain HTTP there is no service worker, so the app itself would not open without a connection.
  const canStoreApp = 'serviceWorker' in navigator
  const change = (isWanted: boolean) => {
    setOfflineAccount(isWanted ? getSessionAccount() : null)
    if (isWanted) startOfflineReading(client)
    else void deleteOfflineWorkouts()
  }
  return (
    <Switch
      label={t('offline.reading')}
      description={t(canStoreApp ? 'offline.readingHint' : 'offline.insecure')}
      disabled={!canStoreApp && !isOn}
      size="md"
      checked={isOn}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}

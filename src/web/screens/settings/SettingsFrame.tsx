import { AreaFrame } from '@/web/components/page/AreaFrame'
import { SETTINGS_TABS } from '@/web/components/page/settings-tabs'
import { t } from '@/web/i18n/text'

/** The settings pages of an account. */
export function SettingsFrame() {
  return <AreaFrame label={t('settings.title')} tabs={SETTINGS_TABS} />
}

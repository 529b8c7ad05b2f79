import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MessageScreen } from '@/web/components/MessageScreen'
import { t } from '@/web/i18n/text'

/** What somebody whose account is suspended can do. */
export function SuspendedScreen() {
  return (
    <MessageScreen plate="II" title={t('suspended.title')} text={t('suspended.text')}>
      <Button component={Link} to="/profile/suspension">
        {t('sanction.why')}
      </Button>
      <Button component={Link} to="/profile/edit/account" variant="default">
        {t('suspended.account')}
      </Button>
    </MessageScreen>
  )
}

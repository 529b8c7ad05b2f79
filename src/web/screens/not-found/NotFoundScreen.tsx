import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MessageScreen } from '@/web/components/MessageScreen'
import { t } from '@/web/i18n/text'

/** For addresses that lead nowhere. */
export function NotFoundScreen() {
  return (
    <MessageScreen plate="404" title={t('notFound.title')} text={t('notFound.text')}>
      <Button component={Link} to="/">
        {t('notFound.home')}
      </Button>
    </MessageScreen>
  )
}

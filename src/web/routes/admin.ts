import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ReportFilters } from '@/web/api/reports'
import { memberRoute, text } from './base'

const adminRoute = createRoute({
  getParentRoute: () => memberRoute,
  id: 'admin',
  component: lazyRouteComponent(() => import('@/web/screens/admin/AdminFrame'), 'AdminFrame'),
})

const overviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin',
  component: lazyRouteComponent(
    () => import('@/web/screens/admin/OverviewScreen'),
    'OverviewScreen',
  ),
})

const reportsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/reports',
  validateSearch: (search): ReportFilters => ({
    object_type: text(search.object_type),
    resolved: text(search.resolved),
    reporter: text(search.reporter),
    order_by: text(search.order_by),
    order: text(search.order),
  }),
  component: lazyRouteComponent(
    () => import('@/web/screens/reports/ReportsScreen'),
    'ReportsScreen',
  ),
})

const reportRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/reports/$reportId',
  component: lazyRouteComponent(() => import('@/web/screens/report/ReportScreen'), 'ReportScreen'),
})

const administratorsRoute = createRoute({
  getParentRoute: () => adminRoute,
  id: 'administrators',
  component: lazyRouteComponent(
    () => import('@/web/screens/admin/AdministratorsOnly'),
    'AdministratorsOnly',
  ),
})

const membersRoute = createRoute({
  getParentRoute: () => administratorsRoute,
  path: '/admin/users',
  component: lazyRouteComponent(
    () => import('@/web/screens/admin-users/MembersScreen'),
    'MembersScreen',
  ),
})

const configRoute = createRoute({
  getParentRoute: () => administratorsRoute,
  path: '/admin/configuration',
  component: lazyRouteComponent(
    () => import('@/web/screens/admin-config/ConfigScreen'),
    'ConfigScreen',
  ),
})

const sportsRoute = createRoute({
  getParentRoute: () => administratorsRoute,
  path: '/admin/sports',
  component: lazyRouteComponent(
    () => import('@/web/screens/admin/SportsAdminScreen'),
    'SportsAdminScreen',
  ),
})

const typesRoute = createRoute({
  getParentRoute: () => administratorsRoute,
  path: '/admin/equipment-types',
  component: lazyRouteComponent(
    () => import('@/web/screens/admin/TypesAdminScreen'),
    'TypesAdminScreen',
  ),
})

const queueRoute = createRoute({
  getParentRoute: () => administratorsRoute,
  path: '/admin/queued-tasks',
  component: lazyRouteComponent(() => import('@/web/screens/admin/QueueScreen'), 'QueueScreen'),
})

/** The pages of those who run the server, and of those who moderate. */
export const adminRoutes = adminRoute.addChildren([
  overviewRoute,
  reportsRoute,
  reportRoute,
  administratorsRoute.addChildren([membersRoute, configRoute, sportsRoute, typesRoute, queueRoute]),
])

/**
 * Records in `data-past` whether the buttons of the hero are out of sight. The stylesheet of the
 * shell then shows the bar at the bottom of a phone, which would only repeat them before.
 */
export function watchHeroButtons(): void {
  const buttons = document.querySelector('.hero .actions')
  if (buttons)
    new IntersectionObserver(([entry]) => {
      document.documentElement.dataset.past = `${!entry!.isIntersecting}`
    }).observe(buttons)
}

/** The spinner on an empty page, until there is something to show; the same as index.html's. */
export function Splash() {
  return (
    <div className="by-splash" data-testid="splash">
      <span className="by-splash-spinner" />
    </div>
  );
}

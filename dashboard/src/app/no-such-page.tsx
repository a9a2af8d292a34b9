export function NoSuchPage() {
  return (
    <div className="empty-state">
      <h1>There is no such page</h1>
      <a href="/sandbox">Go to the overview</a>
    </div>
  );
}

package dev.tickless;

/** The bridge to a loaded agent. */
final class NativeBridge implements Bridge {
    @Override
    public int version() {
        return AgentBridge.version0();
    }

    @Override
    public long open(WorldOptions o) {
        long world = AgentBridge.open0(
                o.start() != null,
                o.start() == null ? 0 : o.start().getEpochSecond(),
                o.start() == null ? 0 : o.start().getNano(),
                o.autoAdvance(),
                o.limit().getSeconds(),
                o.limit().getNano(),
                o.settleNanos(),
                o.stuckNanos(),
                o.tickNanos(),
                o.adopt().toArray(String[]::new),
                o.realThreads().toArray(String[]::new),
                o.timeline() == null ? null : o.timeline().toAbsolutePath().toString());
        if (!o.name().isEmpty()) {
            AgentBridge.name0(world, o.name());
        }
        return world;
    }

    @Override
    public void advance(long world, long seconds, int nanos) {
        AgentBridge.advance0(world, seconds, nanos);
    }

    @Override
    public void settle(long world) {
        AgentBridge.settle0(world);
    }

    @Override
    public long[] next(long world) {
        return AgentBridge.next0(world);
    }

    @Override
    public void setWall(long world, long seconds, int nanos) {
        AgentBridge.setWall0(world, seconds, nanos);
    }

    @Override
    public long[] wall(long world) {
        return AgentBridge.wall0(world);
    }

    @Override
    public long nano(long world) {
        return AgentBridge.nano0(world);
    }

    @Override
    public long[] elapsed(long world) {
        return AgentBridge.elapsed0(world);
    }

    @Override
    public boolean isMember(long world) {
        return AgentBridge.isMember0(world);
    }

    @Override
    public void enterReal(long world) {
        AgentBridge.enterReal0(world);
    }

    @Override
    public void exitReal(long world) {
        AgentBridge.exitReal0(world);
    }

    @Override
    public void enterVirtual(long world) {
        AgentBridge.enterVirtual0(world);
    }

    @Override
    public void leaveVirtual(long world) {
        AgentBridge.leaveVirtual0(world);
    }

    @Override
    public Object[] waiters(long world) {
        return AgentBridge.waiters0(world);
    }

    @Override
    public String describe(long world, boolean json) {
        return AgentBridge.describe0(world, json);
    }

    @Override
    public void close(long world) {
        AgentBridge.close0(world);
    }

    @Override
    public void adopt(long world, String glob) {
        AgentBridge.adopt0(world, glob);
    }
}

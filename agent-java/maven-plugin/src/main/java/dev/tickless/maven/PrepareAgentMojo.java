package dev.tickless.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.inject.Inject;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * Loads the Tickless agent into the JVMs that run the tests: sets the property {@code argLine}, which surefire and
 * failsafe give to the test JVM, or puts the agent in front of what is there. A plugin configuration that sets
 * {@code <argLine>} itself must begin with {@code @{argLine}} to let it in.
 */
@Mojo(name = "prepare-agent", defaultPhase = LifecyclePhase.INITIALIZE, threadSafe = true)
public final class PrepareAgentMojo extends AbstractMojo {
    private final RepositorySystem repositories;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${plugin.version}", readonly = true, required = true)
    private String pluginVersion;

    /** Does nothing when true. */
    @Parameter(property = "tickless.skip", defaultValue = "false")
    private boolean skip;

    /** The property to set; another than argLine when surefire and failsafe are to have different ones. */
    @Parameter(property = "tickless.propertyName", defaultValue = "argLine")
    private String propertyName;

    /** Puts the agent behind what the property holds instead of in front. */
    @Parameter(property = "tickless.append", defaultValue = "false")
    private boolean append;

    /** Agent options by key, as in {@code -agentpath:LIB=key=value}; lists are joined by colons. */
    @Parameter
    private Map<String, String> options = new LinkedHashMap<>();

    /** A native library to use as it is, instead of the one of the plugin's own version from the repository. */
    @Parameter(property = "tickless.agentFile")
    private File agentFile;

    /** Where the native library is put. */
    @Parameter(defaultValue = "${project.build.directory}/tickless", required = true)
    private File outputDirectory;

    /**
     * Called by Maven.
     *
     * @param repositories finds the native library
     */
    @Inject
    public PrepareAgentMojo(RepositorySystem repositories) {
        this.repositories = repositories;
    }

    @Override
    public void execute() throws MojoExecutionException {
        if (skip) {
            getLog().info("skipped: tickless.skip");
            return;
        }
        if (project.getPackaging().equals("pom")) {
            getLog().debug("no tests in a project of packaging pom");
            return;
        }
        String agent;
        try {
            agent = ArgLine.agent(library().toAbsolutePath().toString(), options);
        } catch (IllegalArgumentException e) {
            throw new MojoExecutionException(e.getMessage());
        }
        String value = ArgLine.with(agent, project.getProperties().getProperty(propertyName), append);
        project.getProperties().setProperty(propertyName, value);
        getLog().info(propertyName + " set to " + value);
        if (session.getUserProperties().containsKey(propertyName)) {
            getLog().warn("-D" + propertyName + " on the command line hides the agent from the tests: put <" + propertyName
                    + "> into the pom's properties instead, or add the agent there: " + agent);
        }
    }

    private Path library() throws MojoExecutionException {
        if (agentFile != null) {
            if (!agentFile.isFile()) {
                throw new MojoExecutionException("agentFile does not exist: " + agentFile);
            }
            return agentFile.toPath();
        }
        String name = System.getProperty("os.name");
        String arch = System.getProperty("os.arch");
        String classifier = Platform.classifier(name, arch)
                .orElseThrow(() -> new MojoExecutionException("no native library for " + name + " " + arch
                        + ": Tickless runs on " + Platform.LINUX_X86_64 + "; skip it elsewhere with -Dtickless.skip"));
        try {
            return NativeLibrary.extract(resolved(classifier), classifier, outputDirectory.toPath());
        } catch (IOException e) {
            throw new MojoExecutionException("cannot unpack the native library: " + e.getMessage(), e);
        }
    }

    private Path resolved(String classifier) throws MojoExecutionException {
        ArtifactRequest request = new ArtifactRequest();
        request.setArtifact(new DefaultArtifact("dev.tickless", "tickless-agent", classifier, "jar", pluginVersion));
        request.setRepositories(project.getRemotePluginRepositories());
        try {
            return repositories
                    .resolveArtifact(session.getRepositorySession(), request)
                    .getArtifact()
                    .getFile()
                    .toPath();
        } catch (ArtifactResolutionException e) {
            throw new MojoExecutionException(
                    "cannot find the native library of this version: " + e.getMessage()
                            + "; name a file with <agentFile> or -Dtickless.agentFile",
                    e);
        }
    }
}

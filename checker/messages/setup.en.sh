# What the entry script says, as formats of printf; checker/command/setup.sh reads it when there is
# something to say. setup.zh-CN.sh has the same names.

said_help='Overlap Labs: overlapping transfers and computation in CUDA C++, with or without a GPU.

  %s setup   install what is missing, and build
  %s demo    see each reference solution run
  %s test    the course'\''s own tests
  %s         your progress and the next lab

After the first build, %s --help shows all commands,
and %s COMMAND --help the options of one.'
said_state_unwritable='%s cannot be written to; it may belong to another user, or the disk is full.
Mend that, for example: sudo chown -R "$USER" %s'
said_state_no_folder='%s is no folder, and the course keeps your progress and what it has built in a folder of that name.
Give the file another name: mv %s %s.old'
said_course_unwritable='The course'\''s folder cannot be written to: %s
Copy it to a place of your own and work there: cp -r %s ~/overlap-labs'
said_waiting='Another lab command is building; waiting for it to end.'
said_not_set_up='Not set up yet. Missing: %s

%s setup installs them.'
said_no_manager='Missing: %s
This system has none of apt-get, dnf, pacman and brew: install these by hand.'
said_only_root='Missing: %s
They can only be installed by root. Ask for this line to be run as root:
  %s'
said_will_run='Missing: %s
Will run: %s'
said_ask='Install them now? [Y/n] '
said_ask_for_grading='Only `lab grade` needs these: %s. Install them, too? [y/N]'
said_nothing_installed='Nothing was installed.'
said_nobody_to_ask='Nobody can be asked here. Run: %s setup --yes'
said_disk_full='The disk is full: free some space and run the command again.'
said_not_installed='
The packages could not be installed. Run the line by hand to see more:
  %s'
said_without_these='These could not be installed: %s
All but `lab grade` works without them.'
said_foreign_build='The folder build/ was made by something else than this course'\''s build.
Move it away and run the command again: mv %s %s.old'
said_configuring='Configuring (once)...'
said_interrupted='An earlier setup was interrupted; starting it again.'
said_other_folder='The folder build/ was made for %s; making it anew.'
said_another='another folder'
said_other_meson='The folder build/ was made by Meson %s; making it anew.'
said_no_compiler='No C++ compiler works here.
%s setup installs one.'
said_no_such_compiler='No C++ compiler works here (CXX=%s is set, so that one was tried).
%s setup installs one.'
said_not_configured='The build could not be configured. The whole message is in %s'
said_building='Building...'
said_building_first='Building (the first time this takes some minutes)...'
said_building_step='Building %s'
said_not_built='
The course'\''s own programs could not be built. The whole message is in %s'
